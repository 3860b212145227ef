package io.polyplug.bento;

import io.polyplug.base.Clock;
import io.polyplug.process.Environment;
import io.polyplug.process.Spawner;
import io.polyplug.process.StderrPolicy;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Which plugins to start and how. Immutable; the {@code with} methods give changed copies.
 *
 * @param path the entries to look through, as in {@code PATH}; empty for no plugins
 * @param environment of the plugins
 * @param folder the working folder of the plugins, and what relative entries are relative to
 * @param disable ids that are never loaded
 * @param allowlist if there, only these ids are
 * @param stderr where the plugins' standard error goes
 */
public record AdapterSettings(
    Optional<String> path,
    Environment environment,
    Path folder,
    List<String> disable,
    Optional<List<String>> allowlist,
    AdapterLimits limits,
    StderrPolicy stderr,
    Spawner spawner,
    Clock clock,
    AdapterLog log) {
  public AdapterSettings {
    folder = folder.toAbsolutePath();
    disable = List.copyOf(disable);
    allowlist = allowlist.map(List::copyOf);
  }

  /** As the contract has it: everything is inherited from this process (2.1). */
  public static AdapterSettings inherited(AdapterLog log) {
    return inherited(Spawner.platform(), log);
  }

  /**
   * The same with another way of starting processes. The platform's is not touched then: finding
   * the functions of the C library takes longer than many a command.
   */
  public static AdapterSettings inherited(Spawner spawner, AdapterLog log) {
    Environment environment = Environment.empty().inheritAll();
    return new AdapterSettings(
        Optional.ofNullable(environment.variables().get("PATH")),
        environment,
        Path.of(""),
        List.of(),
        Optional.empty(),
        AdapterLimits.DEFAULT,
        StderrPolicy.inherit(),
        spawner,
        Clock.system(),
        log);
  }

  /** With the {@code [plugins]} table of a workspace (3). */
  public AdapterSettings withPlugins(List<String> disabled, Optional<List<String>> allowed) {
    return new AdapterSettings(
        path, environment, folder, disabled, allowed, limits, stderr, spawner, clock, log);
  }

  public AdapterSettings withPath(String newPath) {
    return new AdapterSettings(
        Optional.of(newPath),
        environment,
        folder,
        disable,
        allowlist,
        limits,
        stderr,
        spawner,
        clock,
        log);
  }

  public AdapterSettings withEnvironment(Environment newEnvironment, Path newFolder) {
    return new AdapterSettings(
        path, newEnvironment, newFolder, disable, allowlist, limits, stderr, spawner, clock, log);
  }

  public AdapterSettings withLimits(AdapterLimits newLimits) {
    return new AdapterSettings(
        path, environment, folder, disable, allowlist, newLimits, stderr, spawner, clock, log);
  }

  public AdapterSettings withStderr(StderrPolicy newStderr) {
    return new AdapterSettings(
        path, environment, folder, disable, allowlist, limits, newStderr, spawner, clock, log);
  }

  public AdapterSettings withSpawner(Spawner newSpawner) {
    return new AdapterSettings(
        path, environment, folder, disable, allowlist, limits, stderr, newSpawner, clock, log);
  }

  public AdapterSettings withClock(Clock newClock) {
    return new AdapterSettings(
        path, environment, folder, disable, allowlist, limits, stderr, spawner, newClock, log);
  }
}
