package io.polyplug.cli.dev;

import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a frame is about.
 *
 * @param kind its method, or what it answers; empty if it says neither
 * @param body what it is about: its parameters, its result; or all of it
 * @param error whether it says that something went wrong
 */
record FrameSummary(String kind, String body, boolean error) {
  /** Of a frame of any contract; it need not be whole, or JSON at all. */
  static FrameSummary of(String frame) {
    Map<String, Json> members;
    try {
      Json json = Json.parse(frame);
      if (json.kind() != Json.Kind.OBJECT) {
        return new FrameSummary("", frame, false);
      }
      members = JsonParts.members(json);
    } catch (InvalidJson e) {
      return new FrameSummary("", frame, false);
    }
    String number = members.containsKey("id") ? " #" + word(members.get("id")) : "";
    if (members.containsKey("method")) {
      return new FrameSummary(
          word(members.get("method")) + number, text(members.get("params")), false);
    }
    if (members.containsKey("error") && !isNull(members.get("error"))) {
      return new FrameSummary("error" + number, text(members.get("error")), true);
    }
    if (members.containsKey("result")) {
      return new FrameSummary("result" + number, text(members.get("result")), false);
    }
    String kind =
        Stream.of("type", "tool_name", "kind", "status")
            .map(members::get)
            .flatMap(it -> Optional.ofNullable(it).map(FrameSummary::word).stream())
            .limit(2)
            .reduce((one, two) -> one + " " + two)
            .orElse("");
    return new FrameSummary(kind, frame, false);
  }

  private static boolean isNull(@Nullable Json value) {
    return value == null || value.kind() == Json.Kind.NULL;
  }

  private static String text(@Nullable Json value) {
    return value == null ? "" : value.toString();
  }

  private static String word(@Nullable Json value) {
    if (value == null) {
      return "";
    }
    return value.kind() == Json.Kind.STRING
        ? String.valueOf(value.stringValue())
        : value.toString();
  }
}
