package io.polyplug.host;

import io.polyplug.process.Child;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what the start of a plugin would run, to the last variable, by beginning one that
 * starts nothing. Of one thread.
 */
final class StartProbe implements Spawner {
  private @Nullable ProcessSpec asked;

  /** What would be run first; empty if the plugin is no program of this host. */
  static Optional<ProcessSpec> of(PluginDefinition definition, InstanceContext lent) {
    StartProbe probe = new StartProbe();
    InstanceContext context =
        new InstanceContext(
            lent.clock(),
            probe,
            lent.grants(),
            lent.events(),
            lent.store(),
            lent.activity(),
            // As if for one command: nobody who is not ours is told of an end.
            false,
            lent.bus(),
            lent.plugins(),
            lent.settings());
    try {
      definition.start(context).close();
    } catch (PluginException e) {
      if (probe.asked == null) {
        throw e;
      }
    }
    return Optional.ofNullable(probe.asked);
  }

  @Override
  public Child start(ProcessSpec spec) throws LaunchFailure {
    asked = spec;
    throw new LaunchFailure(LaunchFailure.Reason.REFUSED, "Nothing is started to find out what is");
  }
}
