package io.polyplug.conformance.ainb;

import io.polyplug.ainb.AinbContract;
import io.polyplug.ainb.AinbPlugin;
import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Subjects;
import io.polyplug.conformance.Violation;
import io.polyplug.host.Health;
import io.polyplug.host.HostEvent;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginState;
import io.polyplug.host.config.TomlDocument;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A host that has the plugin alone and waits 50, 100 and 150 ms after failures. Of one thread. */
final class RealHost {
  private final Plugin plugin;
  private final LinkedBlockingQueue<PluginState> states;

  private RealHost(Plugin plugin, LinkedBlockingQueue<PluginState> states) {
    this.plugin = plugin;
    this.states = states;
  }

  /** Starts nothing yet, not even an eager plugin. The stage closes it. */
  static RealHost of(Stage stage) {
    LinkedBlockingQueue<PluginState> states = new LinkedBlockingQueue<>();
    PluginHost host =
        stage.host(
            builder ->
                builder
                    .configuration(Subjects.configuration(bound(Life.folderOf(stage))))
                    .forOneCommand()
                    .listenerWithoutCalls(
                        event -> {
                          if (event instanceof HostEvent.StateChanged change) {
                            states.add(change.to());
                          }
                        }));
    return new RealHost(host.plugins().getFirst(), states);
  }

  private static PluginDefinition bound(Path folder) {
    String toml =
        """
        path = %s
        backoff = ["50ms", "100ms", "150ms"]
        """
            .formatted(Json.string(folder.toString()));
    return new AinbContract().bind(TomlDocument.parse(folder.resolve("polyplug.toml"), toml));
  }

  Plugin plugin() {
    return plugin;
  }

  AinbPlugin client() {
    return plugin.as(AinbPlugin.class);
  }

  /** Starts it if it does not run. */
  void awaitRunning(String when) {
    Health health = plugin.check(Stage.STEP);
    if (plugin.state() != PluginState.RUNNING) {
      throw new Violation(
          "%s it does not run but is %s: %s".formatted(when, health.word(), health.reason()));
    }
  }

  long pid() {
    return plugin
        .status()
        .pid()
        .orElseThrow(() -> new Violation("it has no process though it runs"));
  }

  /** What it was until now is nothing that {@link #await} waits for. */
  void forgetStates() {
    states.clear();
  }

  /** Ends the process as a crash would. */
  void kill() {
    forgetStates();
    ProcessHandle.of(pid()).ifPresent(ProcessHandle::destroyForcibly);
  }

  /** Waits until it has come to a state since its states were forgotten. */
  boolean await(PluginState wanted, Duration atMost) throws InterruptedException {
    Deadline deadline = Deadline.in(atMost, Clock.system());
    while (true) {
      PluginState next = states.poll(deadline.left().toMillis(), TimeUnit.MILLISECONDS);
      if (next == null || next == wanted) {
        return next == wanted;
      }
    }
  }
}
