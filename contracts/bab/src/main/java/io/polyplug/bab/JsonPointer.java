package io.polyplug.bab;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A place in a JSON value, written as RFC 6901 says: {@code /items/0/text}. */
public record JsonPointer(List<String> steps) {
  public JsonPointer {
    steps = List.copyOf(steps);
  }

  /** Empty if the text is none. */
  static Optional<JsonPointer> of(String text) {
    if (text.isEmpty()) {
      return Optional.of(new JsonPointer(List.of()));
    }
    if (!text.startsWith("/") || text.matches("(?s).*~(?![01]).*")) {
      return Optional.empty();
    }
    return Optional.of(
        new JsonPointer(
            Arrays.stream(text.substring(1).split("/", -1))
                .map(step -> step.replace("~1", "/").replace("~0", "~"))
                .toList()));
  }

  /** What is there, if anything. */
  Optional<Json> in(Json whole) {
    Json value = whole;
    for (String step : steps) {
      @Nullable Json next =
          switch (value.kind()) {
            case OBJECT -> JsonParts.members(value).get(step);
            case ARRAY -> element(JsonParts.elements(value), step);
            case STRING, NUMBER, BOOLEAN, NULL -> null;
          };
      if (next == null) {
        return Optional.empty();
      }
      value = next;
    }
    return Optional.of(value);
  }

  private static @Nullable Json element(List<Json> elements, String step) {
    if (!step.matches("0|[1-9][0-9]{0,8}")) {
      return null;
    }
    int index = Integer.parseInt(step);
    return index < elements.size() ? elements.get(index) : null;
  }

  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    steps.forEach(step -> out.append('/').append(step.replace("~", "~0").replace("/", "~1")));
    return out.toString();
  }
}
