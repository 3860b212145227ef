package io.polyplug.host;

import io.polyplug.base.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * The plugins that were removed while calls of theirs may go on: each ends after its last call, or
 * when its farewell has taken too long. For one thread at a time, but for what timers do.
 */
final class Retirement {
  private final Clock clock;
  private final Succession succession;
  private final List<Plugin> retired = new ArrayList<>();

  Retirement(Clock clock, Succession succession) {
    this.clock = clock;
    this.succession = succession;
  }

  void add(Plugin plugin) {
    retired.removeIf(it -> it.state() == PluginState.CLOSED && it.supervisor().calls() == 0);
    retired.add(plugin);
    succession.retires(plugin, plugin.supervisor().calls());
    if (succession.overlap().isZero()) {
      plugin.supervisor().retire();
    } else {
      clock.schedule(succession.overlap(), plugin.supervisor()::retire);
    }
    succession
        .longestFarewell()
        .ifPresent(
            time ->
                clock.schedule(
                    time,
                    () -> Thread.ofVirtual().name("polyplug-farewell").start(() -> end(plugin))));
  }

  private void end(Plugin plugin) {
    int calls = plugin.supervisor().calls();
    if (calls > 0) {
      succession.cutOff(plugin, calls);
    }
    plugin.supervisor().close();
  }

  /** Those that may have calls under way. */
  List<Plugin> plugins() {
    return List.copyOf(retired);
  }
}
