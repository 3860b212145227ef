package io.polyplug.monorepo;

import io.polyplug.base.Clock;
import io.polyplug.bento.AdapterLimits;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Which workspace, and in which surroundings.
 *
 * @param folder the current folder, absolute
 * @param workspace the workspace or a folder in it, if it is not to be found from {@code folder}
 * @param bento the only bento that counts
 * @param environment what tasks, plugins and settings see
 * @param limits how long plugins may take
 */
public record MonorepoOptions(
    Path folder,
    Optional<Path> workspace,
    Optional<String> bento,
    Map<String, String> environment,
    MonorepoLog log,
    Clock clock,
    AdapterLimits limits) {
  public MonorepoOptions {
    environment = Map.copyOf(environment);
  }

  /** With the limits of the contract. */
  public MonorepoOptions(
      Path folder,
      Optional<Path> workspace,
      Optional<String> bento,
      Map<String, String> environment,
      MonorepoLog log,
      Clock clock) {
    this(folder, workspace, bento, environment, log, clock, AdapterLimits.DEFAULT);
  }

  /** All bentos of the workspace that a folder is in, as this process would see them, silently. */
  public static MonorepoOptions of(Path folder) {
    return new MonorepoOptions(
        folder.toAbsolutePath(),
        Optional.empty(),
        Optional.empty(),
        System.getenv(),
        MonorepoLog.NONE,
        Clock.system());
  }

  /** The same with other surroundings. */
  public MonorepoOptions withEnvironment(Map<String, String> variables) {
    return new MonorepoOptions(folder, workspace, bento, variables, log, clock, limits);
  }

  /** The user's own folder. */
  Path home() {
    return Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")));
  }
}
