package io.polyplug.monorepo.config;

import java.util.List;
import java.util.Optional;

/** {@code bento.toml}, with its defaults filled in. */
public record RepositorySettings(
    int parallelism,
    boolean failFast,
    RemoteSettings remote,
    ContainerMode container,
    Optional<String> image,
    ToolPins toolchain,
    List<String> disabledPlugins,
    Optional<List<String>> allowedPlugins) {
  /** Where tasks run. */
  public enum ContainerMode {
    NEVER,
    AUTO,
    ALWAYS
  }

  /**
   * The {@code remote} keys of {@code [cache]}.
   *
   * @param address as written; empty for no remote cache
   * @param tokenEnv the variable that holds the token
   */
  public record RemoteSettings(
      Optional<String> address,
      String region,
      Optional<String> endpoint,
      String tokenEnv,
      boolean writeThrough) {}
}
