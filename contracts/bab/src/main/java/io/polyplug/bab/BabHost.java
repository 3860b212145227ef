package io.polyplug.bab;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the contract lives.
 *
 * @param environment of the host's process, unfiltered
 * @param folder the host's working folder, absolute
 * @param adapters how adapters are started
 */
record BabHost(Map<String, String> environment, Path folder, AdapterStarter adapters) {
  BabHost {
    environment = Map.copyOf(environment);
  }

  /** In this process, but with these variables. */
  static BabHost of(Map<String, String> environment) {
    Path folder = Path.of("").toAbsolutePath();
    return new BabHost(environment, folder, RuntimeAdapters.of(environment, folder));
  }

  Optional<Path> home() {
    String home = environment.getOrDefault("HOME", "");
    return home.startsWith("/") ? Optional.of(Path.of(home)) : Optional.empty();
  }

  /** Where the user's settings and plugins of this contract are (section 2). */
  Optional<Path> base() {
    return base(environment);
  }

  static Optional<Path> base(Map<String, String> environment) {
    String home = environment.getOrDefault("HOME", "");
    return home.startsWith("/") ? Optional.of(Path.of(home, ".config", "bab")) : Optional.empty();
  }

  static List<Path> homes(Map<String, String> environment) {
    return base(environment).map(base -> base.resolve("plugins")).stream().toList();
  }

  BabSettings settings() throws PluginFiles.Unusable {
    return BabSettings.of(environment);
  }

  /** The variables of the global file. */
  Map<String, String> globalFile() throws PluginFiles.Unusable {
    Optional<Path> base = base();
    return base.isPresent() ? EnvFile.readGlobal(base.get()) : Map.of();
  }
}
