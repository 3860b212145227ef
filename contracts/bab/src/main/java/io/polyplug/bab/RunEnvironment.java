package io.polyplug.bab;

import java.util.LinkedHashMap;
import java.util.Map;

/** Builds the environment of a run from its three sources (section 12). */
final class RunEnvironment {
  private RunEnvironment() {}

  static Map<String, String> of(
      Map<String, String> globalFile,
      Map<String, String> process,
      Map<String, String> pluginFile,
      EnvFilter filter) {
    Map<String, String> environment = new LinkedHashMap<>();
    globalFile.forEach(
        (name, value) -> {
          if (!filter.hides(name) && !EnvFilter.isNotForFiles(name)) {
            environment.put(name, value);
          }
        });
    process.forEach(
        (name, value) -> {
          if (!filter.hides(name)) {
            environment.put(name, value);
          }
        });
    pluginFile.forEach(
        (name, value) -> {
          if (!EnvFilter.isNotForFiles(name)) {
            environment.put(name, value);
          }
        });
    return environment;
  }
}
