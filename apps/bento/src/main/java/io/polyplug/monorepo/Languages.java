package io.polyplug.monorepo;

import io.polyplug.bento.AdapterSettings;
import io.polyplug.bento.BentoAdapter;
import io.polyplug.bento.BentoAdapters;
import io.polyplug.bento.RejectedAdapter;
import io.polyplug.host.FlightRecorder;
import io.polyplug.monorepo.adapters.Adapter;
import io.polyplug.monorepo.adapters.AdapterRegistry;
import io.polyplug.monorepo.adapters.BuiltinAdapters;
import io.polyplug.monorepo.adapters.CommandProbes;
import io.polyplug.monorepo.adapters.PluginAdapter;
import io.polyplug.monorepo.adapters.ToolHost;
import io.polyplug.monorepo.config.PluginsTable;
import io.polyplug.monorepo.files.Looks;
import io.polyplug.process.Environment;
import io.polyplug.process.Spawner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The languages of one command: the built-in ones, and the plugins, which are started at once and
 * waited for only when one of them may be needed. Safe from any thread; closing ends the plugins.
 */
final class Languages implements AutoCloseable {
  private final AdapterRegistry registry;
  private final @Nullable BentoAdapters plugins;
  private final Optional<FlightRecorder> recorder;

  private Languages(
      AdapterRegistry registry,
      @Nullable BentoAdapters plugins,
      Optional<FlightRecorder> recorder) {
    this.registry = registry;
    this.plugins = plugins;
    this.recorder = recorder;
  }

  /**
   * Starts plugins, if they are wanted.
   *
   * @param wanted which ones; empty for none
   * @param looks where built-in languages note what they looked at
   */
  static Languages start(
      MonorepoOptions options,
      Environment environment,
      Spawner spawner,
      Optional<PluginsTable> wanted,
      Looks looks) {
    ToolHost host = new ToolHost(() -> spawner, options.clock(), environment, options.folder());
    List<Adapter> builtins =
        BuiltinAdapters.of(host, new CommandProbes(host, CommandProbes.LIMIT), looks);
    if (wanted.isEmpty()) {
      return new Languages(new AdapterRegistry(builtins, List::of), null, options.log().recorder());
    }
    AdapterSettings settings =
        AdapterSettings.inherited(spawner, new PluginLog(options.log(), options.clock()))
            .withPlugins(wanted.get().disabled(), wanted.get().allowed())
            .withPath(environment.variables().getOrDefault("PATH", ""))
            .withEnvironment(environment, options.folder())
            .withLimits(options.limits())
            .withClock(options.clock());
    BentoAdapters plugins = BentoAdapters.start(settings);
    return new Languages(
        new AdapterRegistry(builtins, () -> adapters(plugins)), plugins, options.log().recorder());
  }

  private static List<Adapter> adapters(BentoAdapters plugins) {
    List<Adapter> adapters = new ArrayList<>();
    try {
      for (BentoAdapter plugin : plugins.adapters()) {
        adapters.add(new PluginAdapter(plugin));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return adapters;
  }

  AdapterRegistry registry() {
    return registry;
  }

  /** Whether there is a plugin that could be used; waits until that is known. */
  boolean hasPlugins() throws InterruptedException {
    return plugins != null && !plugins.adapters().isEmpty();
  }

  List<BentoAdapter> plugins() throws InterruptedException {
    return plugins == null ? List.of() : plugins.adapters();
  }

  List<RejectedAdapter> rejected() throws InterruptedException {
    return plugins == null ? List.of() : plugins.rejected();
  }

  /** As {@link #close}, for a run that was interrupted. */
  synchronized void closeAtOnce() {
    if (plugins != null) {
      plugins.closeAtOnce();
    }
    recorder.ifPresent(FlightRecorder::close);
  }

  @Override
  public synchronized void close() {
    if (plugins != null) {
      plugins.close();
    }
    recorder.ifPresent(FlightRecorder::close);
  }
}
