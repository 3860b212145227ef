package io.polyplug.host;

import io.polyplug.base.Clock;
import io.polyplug.host.bus.SnapshotBus;
import io.polyplug.process.Child;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import io.polyplug.wire.Json;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What the host lends to one instance of a plugin.
 *
 * @param clock all deadlines are of this clock
 * @param spawner how processes are started
 * @param grants what the user allows
 * @param events where log lines and frames are reported
 * @param store small answers remembered between runs
 * @param activity told of whatever should keep an instance from being reaped as idle
 * @param lasting false if the host lives for one command only, and so is no reason to tell a
 *     service that is not ours that it is no longer needed
 * @param bus where plugins exchange snapshots
 * @param plugins all plugins of the host at the moment of asking
 * @param settings what the user has set for a plugin, besides its configuration
 */
public record InstanceContext(
    Clock clock,
    Spawner spawner,
    Grants grants,
    HostEvents events,
    AnswerStore store,
    Runnable activity,
    boolean lasting,
    SnapshotBus bus,
    Supplier<List<Plugin>> plugins,
    Function<PluginInfo, Map<String, Json>> settings) {
  /**
   * Starts a plugin's process for what is made of it and closes it from then on; throws {@code
   * launch_failed}.
   */
  public <T> T launch(String plugin, ProcessSpec program, Function<Child, T> owner) {
    try {
      return spawner.start(program, owner);
    } catch (LaunchFailure e) {
      throw PluginFailure.notLaunched(plugin, e);
    }
  }
}
