package io.polyplug.conformance.replay;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/**
 * What one side calls a thing and what it was called in the recording: ids are made anew in every
 * life, so they are learned from the one side and used towards the other. For one thread.
 */
final class Ids {
  /** Members whose values are made up anew each time. */
  private static final Set<String> NAMES =
      Set.of("id", "request_id", "requestId", "streamId", "channelId", "progressToken");

  private static final String SOME = "\"…\"";

  private final Map<String, Json> now = new HashMap<>();

  /** Learns from the same message as it was and as it is. */
  void learn(Json recorded, Json seen) {
    if (recorded.kind() != seen.kind()) {
      return;
    }
    switch (recorded.kind()) {
      case OBJECT -> {
        Map<String, Json> others = JsonParts.members(seen);
        JsonParts.members(recorded)
            .forEach(
                (name, value) -> {
                  Json other = others.get(name);
                  if (other != null && NAMES.contains(name)) {
                    now.put(value.toString(), other);
                  } else if (other != null) {
                    learn(value, other);
                  }
                });
      }
      case ARRAY -> {
        List<Json> others = JsonParts.elements(seen);
        List<Json> values = JsonParts.elements(recorded);
        for (int i = 0; i < Math.min(values.size(), others.size()); i++) {
          learn(values.get(i), others.get(i));
        }
      }
      case STRING, NUMBER, BOOLEAN, NULL -> {}
    }
  }

  /** The recorded message with the ids of now. */
  Json renewed(Json recorded) {
    return Json.write(
        out -> write(recorded, value -> now.getOrDefault(value.toString(), value), out));
  }

  /** The message without any: what is left must be the same in every life. */
  static Json without(Json message) {
    return Json.write(out -> write(message, value -> Json.parse(SOME), out));
  }

  /** What becomes of the value of such a member. */
  private interface Renaming {
    Json of(Json value);
  }

  private static void write(Json value, Renaming renaming, JsonGenerator out) {
    switch (value.kind()) {
      case OBJECT -> {
        out.writeStartObject();
        JsonParts.members(value)
            .forEach(
                (name, member) -> {
                  out.writeName(name);
                  if (NAMES.contains(name)) {
                    renaming.of(member).writeTo(out);
                  } else {
                    write(member, renaming, out);
                  }
                });
        out.writeEndObject();
      }
      case ARRAY -> {
        out.writeStartArray();
        JsonParts.elements(value).forEach(it -> write(it, renaming, out));
        out.writeEndArray();
      }
      case STRING, NUMBER, BOOLEAN, NULL -> value.writeTo(out);
    }
  }
}
