package io.polyplug.bab;

import io.polyplug.bab.bridge.Adapter;
import io.polyplug.bab.bridge.AdapterFailure;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PluginInfo;
import java.nio.file.Path;

/** Starts a runtime process with the adapter of a plugin in it. Safe from any thread. */
@FunctionalInterface
interface AdapterStarter {
  /**
   * Returns when the module is loaded; whoever gets it closes it.
   *
   * @param file the adapter, absolute
   */
  Adapter start(Path file, PluginInfo plugin, InstanceContext context)
      throws AdapterFailure, InterruptedException;
}
