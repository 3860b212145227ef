package io.polyplug.bab;

import io.polyplug.wire.Json;
import java.util.List;
import java.util.Map;

/** A value of a YAML 1.2 document, as the core schema resolves it. Immutable. */
sealed interface YamlValue {
  /** A string. */
  record Text(String value) implements YamlValue {}

  /** A number, written as JSON writes it. */
  record Numeric(Json value) implements YamlValue {}

  /** True or false. */
  record Flag(boolean value) implements YamlValue {}

  /** An explicit null, which is not the same as nothing. */
  record Nothing() implements YamlValue {}

  /** A list. */
  record Items(List<YamlValue> values) implements YamlValue {}

  /** A map, in the order of the file. */
  record Fields(Map<String, YamlValue> values) implements YamlValue {}

  /** What it is, for a sentence that says what was found. */
  default String kind() {
    return switch (this) {
      case Text _ -> "a string";
      case Numeric(Json number) -> "the number " + number;
      case Flag(boolean flag) -> String.valueOf(flag);
      case Nothing _ -> "null";
      case Items _ -> "a list";
      case Fields _ -> "a map";
    };
  }
}
