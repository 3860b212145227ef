package io.polyplug.workbench;

import io.polyplug.conformance.JavaTraining;
import io.polyplug.host.LogBook;
import io.polyplug.host.PluginHost;
import io.polyplug.host.config.DisabledPlugins;
import io.polyplug.host.config.KeptSettings;
import io.polyplug.install.PackageStore;
import java.time.Instant;
import java.util.Optional;

/**
 * What a workbench shows and changes. Whoever made these closes them, after the workbench.
 *
 * @param version of this program
 * @param since when the host was started
 * @param store where plugins are installed; empty if nothing can be installed here
 * @param switches where it is noted which plugins are disabled; empty if that is not kept
 * @param settings where it is noted what was set for plugins; empty if that is not kept
 * @param training what makes the starts of installed Java plugins quick; empty to run nothing of
 *     them
 */
public record Served(
    String version,
    Instant since,
    PluginHost host,
    LogBook logs,
    Optional<PackageStore> store,
    Optional<DisabledPlugins> switches,
    Optional<KeptSettings> settings,
    Optional<JavaTraining> training) {
  /** That keeps no settings and trains nothing. */
  public Served(
      String version,
      Instant since,
      PluginHost host,
      LogBook logs,
      Optional<PackageStore> store,
      Optional<DisabledPlugins> switches) {
    this(version, since, host, logs, store, switches, Optional.empty(), Optional.empty());
  }
}
