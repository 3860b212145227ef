package io.polyplug.mcp;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the user did.
 *
 * @param content what was filled in, an object; only with {@link Action#ACCEPT} of a form
 */
public record ElicitResponse(Action action, Optional<Json> content) {
  /** What the user did about a question. */
  public enum Action {
    ACCEPT,
    /** The user said no. */
    DECLINE,
    /** The user said nothing. */
    CANCEL
  }

  /** The user said no. */
  public static final ElicitResponse DECLINED =
      new ElicitResponse(Action.DECLINE, Optional.empty());

  /** The user said nothing. */
  public static final ElicitResponse CANCELLED =
      new ElicitResponse(Action.CANCEL, Optional.empty());

  /** The user filled in a form, or agreed to open a page if there is none. */
  public static ElicitResponse accepted(Json content) {
    return new ElicitResponse(Action.ACCEPT, Optional.of(content));
  }

  /**
   * What was filled in, with the defaults of the schema for what was left out: for hooks that let
   * the user leave fields as they are.
   */
  public static Json withDefaults(Json schema, Json content) {
    Map<String, Json> filled = new LinkedHashMap<>();
    Json properties =
        schema.kind() == Json.Kind.OBJECT ? JsonParts.find(schema, "properties")[0] : null;
    Map<String, Json> given =
        content.kind() == Json.Kind.OBJECT ? JsonParts.members(content) : Map.of();
    if (properties != null && properties.kind() == Json.Kind.OBJECT) {
      JsonParts.members(properties)
          .forEach(
              (name, property) -> {
                Json standard =
                    property.kind() == Json.Kind.OBJECT
                        ? JsonParts.find(property, "default")[0]
                        : null;
                if (standard != null && !given.containsKey(name)) {
                  filled.put(name, standard);
                }
              });
    }
    filled.putAll(given);
    return object(filled);
  }

  private static Json object(Map<String, Json> members) {
    return Json.object(
        out ->
            members.forEach(
                (name, value) -> {
                  out.writeName(name);
                  value.writeTo(out);
                }));
  }

  Json toJson() {
    return Json.object(
        out -> {
          out.writeStringProperty("action", action.name().toLowerCase(Locale.ROOT));
          content.ifPresent(
              it -> {
                out.writeName("content");
                it.writeTo(out);
              });
        });
  }
}
