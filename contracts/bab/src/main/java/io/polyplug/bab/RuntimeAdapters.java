package io.polyplug.bab;

import io.polyplug.bab.bridge.AdapterLoader;
import io.polyplug.bab.bridge.JsRuntimes;
import io.polyplug.process.ProgramLookup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Starts adapters in the JavaScript runtime of this machine. */
final class RuntimeAdapters {
  /** For the start of a runtime and the import together. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private RuntimeAdapters() {}

  static AdapterStarter of(Map<String, String> environment, Path folder) {
    String path = environment.getOrDefault("PATH", "");
    AdapterLoader loader = new AdapterLoader(new JsRuntimes(() -> new ProgramLookup(folder, path)));
    return (file, plugin, context) -> loader.load(plugin.id(), plugin.key(), file, context, LIMIT);
  }
}
