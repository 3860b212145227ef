package io.polyplug.host.config;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where Polyplug keeps things for one user.
 *
 * @param config the user's own {@code polyplug.toml}
 * @param data installed plugins
 * @param state what was trusted, journals
 * @param cache what can be lost at any time
 */
public record Folders(Path config, Path data, Path state, Path cache) {
  /**
   * {@code POLYPLUG_HOME} for everything if it is set, else the XDG base folders, else their
   * defaults below {@code HOME}. Blank and relative values count as absent, as XDG demands.
   */
  public static Folders of(Map<String, String> environment) {
    Path home = absolute(environment, "POLYPLUG_HOME");
    if (home != null) {
      return new Folders(home, home, home.resolve("state"), home.resolve("cache"));
    }
    Path user = absolute(environment, "HOME");
    Path base = user == null ? Path.of(System.getProperty("user.home")) : user;
    return new Folders(
        xdg(environment, "XDG_CONFIG_HOME", base.resolve(".config")),
        xdg(environment, "XDG_DATA_HOME", base.resolve(".local/share")),
        xdg(environment, "XDG_STATE_HOME", base.resolve(".local/state")),
        xdg(environment, "XDG_CACHE_HOME", base.resolve(".cache")));
  }

  /** The user's own configuration file, whether it exists or not. */
  public Path userConfig() {
    return config.resolve(ConfigFile.NAME);
  }

  /** The folder that installed plugins are in. */
  public Path plugins() {
    return data.resolve("plugins");
  }

  private static Path xdg(Map<String, String> environment, String name, Path otherwise) {
    Path set = absolute(environment, name);
    return (set == null ? otherwise : set).resolve("polyplug");
  }

  private static @Nullable Path absolute(Map<String, String> environment, String name) {
    String value = environment.getOrDefault(name, "").strip();
    if (value.isEmpty()) {
      return null;
    }
    Path path = Path.of(value);
    return path.isAbsolute() ? path.normalize() : null;
  }
}
