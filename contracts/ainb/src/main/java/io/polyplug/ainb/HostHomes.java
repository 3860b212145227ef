package io.polyplug.ainb;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The folders that the contract's paths begin at (2.1, 9.2). Taken from the environment and not
 * from the JVM, which does not follow {@code HOME}.
 *
 * @param home the user's folder; empty if {@code HOME} is not an absolute path
 * @param hostHome where sessions, logs and the data of plugins are
 */
public record HostHomes(Optional<Path> home, Optional<Path> hostHome) {
  /** As these variables say. */
  public static HostHomes of(Map<String, String> environment) {
    Optional<Path> home = absolute(environment.get("HOME"));
    return new HostHomes(
        home,
        absolute(environment.get("AINB_HOME"))
            .or(() -> home.map(it -> it.resolve(".agents-in-a-box"))));
  }

  private static Optional<Path> absolute(@Nullable String text) {
    return text == null || !text.startsWith("/") ? Optional.empty() : Optional.of(Path.of(text));
  }

  /** Where a plugin may have data written. */
  public Optional<Path> dataOf(String plugin) {
    return hostHome.map(it -> it.resolve("plugins").resolve(plugin));
  }
}
