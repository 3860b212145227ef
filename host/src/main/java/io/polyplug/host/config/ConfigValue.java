package io.polyplug.host.config;

import io.polyplug.wire.Json;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A value of a configuration file that is passed on as JSON, with secrets that are found at the
 * moment of a start. Equal values say the same; a secret is never part of its text.
 */
public sealed interface ConfigValue {
  /** A value without secrets. */
  record Plain(Json json) implements ConfigValue {}

  /**
   * A text that is kept elsewhere.
   *
   * @param place its key, for those who look for what is missing
   */
  record Secret(String place, SecretText text) implements ConfigValue {}

  /** A table, in the order of the file. */
  record Table(Map<String, ConfigValue> members) implements ConfigValue {
    public Table {
      members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }
  }

  /** The value, with every secret found now; the exception's message names one that is missing. */
  default Json resolve(Map<String, String> environment) throws IOException {
    return switch (this) {
      case Plain(Json json) -> json;
      case Secret(String place, SecretText text) -> {
        try {
          yield Json.string(text.resolve(environment));
        } catch (IOException e) {
          throw new IOException(place + " has no value: " + e.getMessage(), e);
        }
      }
      case Table(Map<String, ConfigValue> members) -> {
        Map<String, Json> resolved = new LinkedHashMap<>();
        for (Map.Entry<String, ConfigValue> member : members.entrySet()) {
          resolved.put(member.getKey(), member.getValue().resolve(environment));
        }
        yield Json.object(
            out ->
                resolved.forEach(
                    (name, value) -> {
                      out.writeName(name);
                      value.writeTo(out);
                    }));
      }
    };
  }
}
