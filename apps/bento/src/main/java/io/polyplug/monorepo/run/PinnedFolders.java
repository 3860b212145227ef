package io.polyplug.monorepo.run;

import io.polyplug.monorepo.MonorepoLog;
import io.polyplug.monorepo.adapters.SearchPath;
import io.polyplug.monorepo.config.RepositorySettings;
import io.polyplug.monorepo.key.ToolPin;
import io.polyplug.monorepo.plan.PinResolution;
import io.polyplug.monorepo.plan.PreparedDish;
import io.polyplug.process.Environment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The folders of tools that a configuration file pins: they come first on the path of tasks and of
 * installs. A tool that is not there is told once; the one on the path is used then. Safe from any
 * thread.
 */
public final class PinnedFolders {
  private final RepositorySettings settings;
  private final Path tools;
  private final MonorepoLog log;
  private final Set<ToolPin> told = ConcurrentHashMap.newKeySet();

  public PinnedFolders(RepositorySettings settings, Path tools, MonorepoLog log) {
    this.settings = settings;
    this.tools = tools;
    this.log = log;
  }

  /** Where tools lie for this user. */
  public static Path toolsIn(Map<String, String> environment) {
    return Path.of(
        environment.getOrDefault("HOME", System.getProperty("user.home")), ".bento", "tools");
  }

  /** The folder with the programs of a tool, if it is there. */
  public static Optional<Path> programs(Path tools, ToolPin pin) {
    if (!isName(pin.tool()) || !isName(pin.version())) {
      return Optional.empty();
    }
    Path folder = tools.resolve(pin.tool()).resolve(pin.version()).resolve("bin");
    return Files.isDirectory(folder) ? Optional.of(folder) : Optional.empty();
  }

  /** A version comes from a file of the workspace and must not lead anywhere else. */
  private static boolean isName(String part) {
    return !part.isEmpty() && part.indexOf('/') < 0 && !part.startsWith(".");
  }

  Environment first(Environment environment, PreparedDish dish) {
    Optional<Path> folder = toUse(dish);
    return folder.isEmpty()
        ? environment
        : environment.with("PATH", SearchPath.first(folder.get(), environment));
  }

  /** The folder for this dish, if a tool is pinned for it and is there. */
  Optional<Path> of(PreparedDish dish) {
    return pin(dish).flatMap(it -> programs(tools, it));
  }

  /** As {@link #of}, for what is about to use the tool: that another one is used is told once. */
  Optional<Path> toUse(PreparedDish dish) {
    Optional<Path> folder = of(dish);
    Optional<ToolPin> pin = pin(dish);
    if (folder.isEmpty() && pin.isPresent() && told.add(pin.get())) {
      log.line(
          MonorepoLog.Level.INFO,
          "",
          pin.get().tool()
              + " "
              + pin.get().version()
              + " is not under "
              + tools
              + ": the one on the path is used");
    }
    return folder;
  }

  private Optional<ToolPin> pin(PreparedDish dish) {
    return dish.adapter().flatMap(adapter -> PinResolution.written(dish.dish(), settings, adapter));
  }
}
