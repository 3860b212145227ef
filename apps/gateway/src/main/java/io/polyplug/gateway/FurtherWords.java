package io.polyplug.gateway;

import io.polyplug.host.ToolInfo;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * What a plugin says of a tool beyond what every contract has words for, as far as this protocol
 * knows it and can keep its promise: a task, for example, is nothing that the gateway has.
 */
final class FurtherWords {
  private static final Map<String, Json.Kind> KNOWN =
      Map.of(
          "annotations", Json.Kind.OBJECT,
          "outputSchema", Json.Kind.OBJECT,
          "icons", Json.Kind.ARRAY,
          "_meta", Json.Kind.OBJECT);

  private FurtherWords() {}

  /** Writes them as members of the tool's description. */
  static void write(ToolInfo tool, JsonGenerator out) {
    Optional<Json> further = tool.further().filter(it -> it.kind() == Json.Kind.OBJECT);
    if (further.isPresent()) {
      JsonParts.members(further.get())
          .forEach(
              (name, value) -> {
                if (value.kind() == KNOWN.get(name)) {
                  out.writeName(name);
                  value.compact().writeTo(out);
                }
              });
    }
  }
}
