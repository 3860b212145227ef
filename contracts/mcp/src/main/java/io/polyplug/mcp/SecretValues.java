package io.polyplug.mcp;

import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.config.SecretText;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Finds the values of a configuration at the moment of a start. */
final class SecretValues {
  private SecretValues() {}

  /** All values now; one that is not there is the configuration's fault. */
  static Map<String, String> resolve(Map<String, SecretText> values, String what, String plugin) {
    Map<String, String> resolved = new LinkedHashMap<>();
    values.forEach((name, value) -> resolved.put(name, resolve(value, what + " " + name, plugin)));
    return resolved;
  }

  static String resolve(SecretText value, String what, String plugin) {
    try {
      return value.resolve(System.getenv());
    } catch (IOException e) {
      throw new PluginFailure(
          new Failure(
              FailureCode.INVALID_CONFIGURATION, plugin, what + " has no value: " + e.getMessage()),
          e);
    }
  }
}
