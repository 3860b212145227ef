package io.polyplug.bab.bridge;

import io.polyplug.host.InstanceContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Loads adapters, each into a runtime process of its own, and has their TypeScript made into
 * JavaScript where the runtime does not. Safe from any thread; one is enough for a host.
 */
public final class AdapterLoader {
  private final JsRuntimes runtimes;
  private Optional<Transpiler> transpiler = Optional.empty();
  private boolean looked;

  public AdapterLoader(JsRuntimes runtimes) {
    this.runtimes = runtimes;
  }

  /**
   * Starts a runtime and imports the adapter. The caller closes what it gets.
   *
   * @param plugin the id of the plugin, for failures
   * @param key its {@linkplain io.polyplug.host.PluginInfo#key() key}, for events
   * @param adapter the file
   * @param limit the most that starting and importing may take
   */
  public Adapter load(
      String plugin, String key, Path adapter, InstanceContext context, Duration limit)
      throws AdapterFailure, InterruptedException {
    JsRuntime runtime = runtimes.find(context.spawner(), context.clock());
    Optional<Transpiler> compiler =
        runtime.kind() == JsRuntime.Kind.BUN ? Optional.empty() : transpiler();
    if (compiler.isEmpty() && !runtime.stripsTypes()) {
      throw new AdapterFailure(
          AdapterFailure.Kind.NO_RUNTIME,
          ("This machine has no TypeScript compiler for node %d.%d; install bun, or node 22.18 or"
                  + " newer.")
              .formatted(runtime.major(), runtime.minor()),
          null);
    }
    AdapterProcess process = AdapterProcess.start(plugin, key, runtime, compiler, context);
    try {
      process.load(adapter.toAbsolutePath().normalize(), compiler.isPresent(), limit);
      return process;
    } catch (AdapterFailure | InterruptedException | RuntimeException failure) {
      process.close();
      throw failure;
    }
  }

  private synchronized Optional<Transpiler> transpiler() {
    if (!looked) {
      transpiler = Transpiler.make();
      looked = true;
    }
    return transpiler;
  }
}
