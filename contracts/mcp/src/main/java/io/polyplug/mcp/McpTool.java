package io.polyplug.mcp;

import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolKind;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A tool as its server describes it. All texts are the server's: whoever shows them escapes them.
 *
 * @param title for people; empty if it gave none
 * @param outputSchema of structured results
 * @param annotations hints, not to be relied on
 * @param text all of it, with members that are not known here
 */
public record McpTool(
    String name,
    String title,
    String description,
    Json inputSchema,
    Optional<Json> outputSchema,
    Optional<Json> annotations,
    Json text) {
  private static final Set<String> TOLD = Set.of("name", "description", "inputSchema");

  /** Empty if it has no name. */
  static Optional<McpTool> read(Json value) {
    if (value.kind() != Json.Kind.OBJECT) {
      return Optional.empty();
    }
    @Nullable Json[] found =
        JsonParts.find(
            value, "name", "title", "description", "inputSchema", "outputSchema", "annotations");
    String name = found[0] == null ? null : found[0].stringValue();
    if (name == null || name.isEmpty()) {
      return Optional.empty();
    }
    Optional<Json> annotations = object(found[5]);
    String title = text(found[1]);
    return Optional.of(
        new McpTool(
            name,
            title.isEmpty()
                ? annotations.map(it -> text(JsonParts.find(it, "title")[0])).orElse("")
                : title,
            text(found[2]),
            object(found[3]).orElse(ToolInfo.ANY_OBJECT),
            object(found[4]),
            annotations,
            value));
  }

  ToolInfo info() {
    return new ToolInfo(
        name, description.isEmpty() ? title : description, inputSchema, ToolKind.UNARY, further());
  }

  /** The members that are told nowhere else. */
  private Optional<Json> further() {
    Map<String, Json> members = JsonParts.members(text);
    members.keySet().removeAll(TOLD);
    return members.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Json.object(
                out ->
                    members.forEach(
                        (member, value) -> {
                          out.writeName(member);
                          value.writeTo(out);
                        })));
  }

  private static Optional<Json> object(@Nullable Json value) {
    return Optional.ofNullable(value).filter(it -> it.kind() == Json.Kind.OBJECT);
  }

  private static String text(@Nullable Json value) {
    String content = value == null ? null : value.stringValue();
    return content == null ? "" : content;
  }
}
