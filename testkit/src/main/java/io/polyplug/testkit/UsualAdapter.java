package io.polyplug.testkit;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an adapter that the SDK has written does. Knows no state. */
final class UsualAdapter {
  private UsualAdapter() {}

  /** The result of a function; throws what it would throw. */
  static Json result(String function, Json arguments) {
    return switch (function) {
      case FakeDelegate.BUILD -> command(FakeDelegate.argument(arguments, 0));
      case FakeDelegate.PARSE -> answer(FakeDelegate.argument(arguments, 0));
      case FakeDelegate.RUN, "listModels" -> Json.parse("[]");
      case "discover" -> Json.EMPTY_OBJECT;
      default -> Json.NULL;
    };
  }

  private static Json command(Json input) {
    Optional<String> tool = text(input, "role", "args", "tool");
    return Json.object(
        out -> {
          out.writeArrayPropertyStart("args");
          tool.ifPresent(
              it -> {
                out.writeString("--tool");
                out.writeString(it);
              });
          out.writeEndArray();
          out.writeStringProperty("stdin", text(input, "prompt").orElse(""));
        });
  }

  private static Json answer(Json result) {
    @Nullable Json code = JsonParts.find(result, "exitCode")[0];
    if (code == null || !code.toString().equals("0")) {
      throw new IllegalStateException(
          text(result, "stderr")
              .map(String::strip)
              .filter(it -> !it.isEmpty())
              .orElseGet(
                  () -> "ended with " + text(result, "signal").orElse(String.valueOf(code))));
    }
    return Json.object(
        out -> {
          out.writeStringProperty("content", text(result, "stdout").orElse(""));
          out.writeObjectPropertyStart("metadata");
          out.writeEndObject();
        });
  }

  private static Optional<String> text(Json object, String... path) {
    @Nullable Json value = object;
    for (String name : path) {
      value =
          value == null || value.kind() != Json.Kind.OBJECT ? null : JsonParts.find(value, name)[0];
    }
    return Optional.ofNullable(value).map(Json::stringValue);
  }
}
