package io.polyplug.sdk.internal;

import io.polyplug.wire.Json;
import java.util.Map;

/** Tables of texts, numbers, booleans and lists of texts as TOML. */
final class Toml {
  private Toml() {}

  static String of(Map<String, Map<String, Object>> tables, String firstLine) {
    StringBuilder out = new StringBuilder(firstLine).append('\n');
    tables.forEach(
        (table, keys) -> {
          out.append("\n[").append(table).append("]\n");
          keys.forEach(
              (key, value) -> out.append(key).append(" = ").append(value(value)).append('\n'));
        });
    return out.toString();
  }

  /** As JSON, which is TOML for these, but for one character that TOML wants escaped. */
  private static String value(Object value) {
    Json json = Values.toJson(value);
    return json.toString().replace("\u007f", "\\u007f");
  }
}
