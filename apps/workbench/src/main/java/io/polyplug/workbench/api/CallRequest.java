package io.polyplug.workbench.api;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.ToolCall;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the body of {@code POST /api/calls}, {@code /api/streams} and {@code /api/channels} asks
 * for. Immutable.
 *
 * @param id what a later request means it by; empty if nobody will
 * @param plugin a key of a plugin
 */
record CallRequest(Optional<String> id, String plugin, String tool, ToolCall call) {
  private static final int LONGEST_ID = 100;
  private static final int MOST_PAIRS = 200;
  private static final Duration LONGEST = Duration.ofHours(24);

  /** Reads a body; whoever sent something else is told which member is wrong. */
  static CallRequest of(Json body) throws ApiProblem {
    if (body.kind() != Json.Kind.OBJECT) {
      throw invalid("expected an object with \"plugin\" and \"tool\"");
    }
    Map<String, Json> members = JsonParts.members(body);
    Optional<String> id = text(members, "id");
    if (id.isPresent() && (id.get().isEmpty() || id.get().length() > LONGEST_ID)) {
      throw invalid("\"id\": expected 1 to " + LONGEST_ID + " characters");
    }
    return new CallRequest(
        id,
        required(members, "plugin"),
        required(members, "tool"),
        new ToolCall(
            members.getOrDefault("input", Json.EMPTY_OBJECT),
            text(members, "target").filter(it -> !it.isBlank()),
            pairs(members, "metadata"),
            pairs(members, "context"),
            timeout(members.get("timeoutMs"))));
  }

  private static String required(Map<String, Json> members, String name) throws ApiProblem {
    return text(members, name).orElseThrow(() -> invalid("\"" + name + "\": expected a string"));
  }

  private static Optional<String> text(Map<String, Json> members, String name) throws ApiProblem {
    Json value = members.get(name);
    return value == null || value.kind() == Json.Kind.NULL
        ? Optional.empty()
        : Optional.of(text("\"" + name + "\"", value));
  }

  private static String text(String where, Json value) throws ApiProblem {
    String text = value.stringValue();
    if (text == null) {
      throw invalid(where + ": expected a string, found " + shown(value));
    }
    return text;
  }

  private static Map<String, String> pairs(Map<String, Json> members, String name)
      throws ApiProblem {
    Json value = members.get(name);
    if (value == null || value.kind() == Json.Kind.NULL) {
      return Map.of();
    }
    if (value.kind() != Json.Kind.OBJECT) {
      throw invalid("\"" + name + "\": expected an object of strings, found " + shown(value));
    }
    Map<String, String> pairs = new TreeMap<>();
    for (Map.Entry<String, Json> pair : JsonParts.members(value).entrySet()) {
      pairs.put(pair.getKey(), text("each value of \"" + name + "\"", pair.getValue()));
      if (pairs.size() > MOST_PAIRS) {
        throw invalid("\"" + name + "\": expected at most " + MOST_PAIRS + " members");
      }
    }
    return pairs;
  }

  private static Optional<Duration> timeout(@Nullable Json value) throws ApiProblem {
    if (value == null || value.kind() == Json.Kind.NULL) {
      return Optional.empty();
    }
    try {
      Duration limit = Duration.ofMillis(Long.parseLong(value.toString()));
      if (limit.isPositive() && limit.compareTo(LONGEST) <= 0) {
        return Optional.of(limit);
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw invalid(
        "\"timeoutMs\": expected a whole number from 1 to "
            + LONGEST.toMillis()
            + ", found "
            + shown(value));
  }

  private static String shown(Json value) {
    return UntrustedText.excerpt(value.toString(), 40);
  }

  static ApiProblem invalid(String sentence) {
    return new ApiProblem(400, "invalid_request", sentence);
  }
}
