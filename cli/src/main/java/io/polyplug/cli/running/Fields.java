package io.polyplug.cli.running;

import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The members of a message, read by name. What is missing or of another type is refused. */
record Fields(Map<String, Json> members) {
  static Fields of(Json object) {
    if (object.kind() != Json.Kind.OBJECT) {
      throw wrong("an object was expected");
    }
    return new Fields(JsonParts.members(object));
  }

  private static RpcException wrong(String sentence) {
    return new RpcException(ErrorObject.INVALID_PARAMS, sentence);
  }

  boolean has(String name) {
    Json value = members.get(name);
    return value != null && value.kind() != Json.Kind.NULL;
  }

  Json json(String name) {
    Json value = members.get(name);
    if (value == null) {
      throw wrong(name + " is missing");
    }
    return value;
  }

  Optional<Json> optionalJson(String name) {
    return has(name) ? Optional.of(json(name)) : Optional.empty();
  }

  String text(String name) {
    String text = json(name).stringValue();
    if (text == null) {
      throw wrong(name + " is not a text");
    }
    return text;
  }

  Optional<String> optionalText(String name) {
    return has(name) ? Optional.of(text(name)) : Optional.empty();
  }

  OptionalLong optionalNumber(String name) {
    if (!has(name)) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(json(name).toString()));
    } catch (NumberFormatException e) {
      throw wrong(name + " is not a whole number");
    }
  }

  Optional<Duration> optionalMillis(String name) {
    OptionalLong millis = optionalNumber(name);
    return millis.isPresent()
        ? Optional.of(Duration.ofMillis(millis.getAsLong()))
        : Optional.empty();
  }

  boolean flag(String name) {
    return has(name) && json(name).toString().equals("true");
  }

  List<Json> elements(String name) {
    if (!has(name)) {
      return List.of();
    }
    if (json(name).kind() != Json.Kind.ARRAY) {
      throw wrong(name + " is not a list");
    }
    return JsonParts.elements(json(name));
  }

  List<String> texts(String name) {
    return elements(name).stream()
        .map(element -> Optional.ofNullable(element.stringValue()).orElse(element.toString()))
        .toList();
  }

  Map<String, Json> map(String name) {
    return has(name) ? of(json(name)).members() : Map.of();
  }

  Map<String, String> textMap(String name) {
    Map<String, String> texts = new LinkedHashMap<>();
    map(name)
        .forEach(
            (key, value) ->
                texts.put(key, Optional.ofNullable(value.stringValue()).orElse(value.toString())));
    return texts;
  }
}
