package io.polyplug.bowire.protocol;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The members of an object from a sidecar, read leniently: {@code null} is absent, and a member of
 * the wrong type is absent too unless a method says otherwise. Immutable.
 */
record Members(Map<String, Json> all) {
  static Members of(Json value) {
    return new Members(
        value.kind() == Json.Kind.OBJECT ? JsonParts.members(value) : Map.<String, Json>of());
  }

  Optional<Json> value(String name) {
    return Optional.ofNullable(all.get(name)).filter(value -> value.kind() != Json.Kind.NULL);
  }

  Optional<String> text(String name) {
    return value(name).map(Json::stringValue);
  }

  /** A text that says something. */
  Optional<String> words(String name) {
    return text(name).filter(text -> !text.isBlank());
  }

  Optional<Boolean> flag(String name) {
    return value(name)
        .filter(value -> value.kind() == Json.Kind.BOOLEAN)
        .map(value -> value.toString().equals("true"));
  }

  /** A whole number that fits, however it is written. */
  Optional<Long> whole(String name) {
    return value(name)
        .filter(value -> value.kind() == Json.Kind.NUMBER && value.length() < 32)
        .flatMap(
            value -> {
              try {
                return Optional.of(new BigDecimal(value.toString()).longValueExact());
              } catch (ArithmeticException | NumberFormatException e) {
                return Optional.empty();
              }
            });
  }

  List<Json> elements(String name) {
    return value(name)
        .filter(value -> value.kind() == Json.Kind.ARRAY)
        .map(JsonParts::elements)
        .orElse(List.of());
  }

  /** Whether the member is there, is not null and is of another kind. */
  boolean isWrong(String name, Json.Kind kind) {
    return value(name).filter(value -> value.kind() != kind).isPresent();
  }
}
