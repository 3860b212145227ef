package io.polyplug.host;

import io.polyplug.base.Clock;
import io.polyplug.host.SupervisionPolicy.Instances;
import io.polyplug.process.Spawner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Holds plugins, contracts, grants and events together.
 *
 * <p>Building one reads files and starts only the plugins whose contract says so, in the
 * background. Closing ends every plugin by its contract's ladder, all at once, and returns when
 * they are gone; it also happens when the JVM ends without it. Safe from any thread.
 */
public final class PluginHost implements AutoCloseable {
  /** How long listeners may take to hear the last events. */
  private static final Duration LONGEST_FAREWELL = Duration.ofSeconds(2);

  private final List<Plugin> plugins;
  private final List<Discovered.Invalid> invalid;
  private final HostEvents events;
  private final Spawner spawner;
  private final Thread atExit = Thread.ofPlatform().name("polyplug-exit").unstarted(this::closeAll);
  private final AtomicBoolean closed = new AtomicBoolean();

  PluginHost(HostBuilder builder, List<PluginDefinition> found, List<Discovered.Invalid> invalid) {
    this.invalid = List.copyOf(invalid);
    this.events = builder.events();
    this.spawner = builder.spawner();
    AtomicLong calls = new AtomicLong();
    List<Plugin> made = new ArrayList<>();
    for (PluginDefinition definition : found) {
      Supervisor supervisor = supervise(builder, definition);
      made.add(new Plugin(definition, supervisor, events, builder.clock(), calls));
    }
    this.plugins = List.copyOf(made);
    Runtime.getRuntime().addShutdownHook(atExit);
    if (builder.lasting()) {
      plugins.forEach(plugin -> plugin.supervisor().hostStarted());
    }
  }

  /** Starts making a host. */
  public static HostBuilder builder() {
    return new HostBuilder();
  }

  /** All plugins, those of the configuration first. */
  public List<Plugin> plugins() {
    return plugins;
  }

  /** What was found but cannot be used, and why. */
  public List<Discovered.Invalid> invalid() {
    return invalid;
  }

  /** Everything that happens here. */
  public HostEvents events() {
    return events;
  }

  /**
   * The plugin of that id; where contracts share one, of that {@code contract:id}; where a contract
   * has two installations of one, of that installation's name. Throws {@link NoSuchPlugin}.
   */
  public Plugin plugin(String name) {
    return new PluginNames(plugins, invalid).find(name);
  }

  /** Ends every plugin; harmless if done before. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The JVM is ending: the hook itself does it, or has done it.
    }
    closeAll();
  }

  private void closeAll() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    List<Thread> ending = new ArrayList<>();
    for (Plugin plugin : plugins) {
      // What does not run is closed at once, and needs no thread to wait for it.
      switch (plugin.state()) {
        case STARTING, RUNNING, STOPPING ->
            ending.add(Thread.ofVirtual().start(() -> plugin.supervisor().close()));
        case IDLE, DOWN, BACKOFF, QUARANTINED, CLOSED -> plugin.supervisor().close();
      }
    }
    try {
      for (Thread thread : ending) {
        thread.join();
      }
      events.drain(LONGEST_FAREWELL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (spawner instanceof GuardedStarts guarded) {
      guarded.close();
    }
  }

  private static Supervisor supervise(HostBuilder builder, PluginDefinition definition) {
    PluginInfo info = definition.info();
    HostEvents events = builder.events();
    Clock clock = builder.clock();
    Spawner spawner = builder.spawner();
    Supervisor.Starter starter =
        activity -> {
          builder.startCheck().accept(info);
          return definition.start(
              new InstanceContext(
                  clock,
                  spawner,
                  builder.grants(),
                  events,
                  builder.store(),
                  activity,
                  builder.lasting()));
        };
    Supervisor.Listener listener =
        (from, to, reason) -> events.emit(new HostEvent.StateChanged(info.key(), from, to, reason));
    SupervisionPolicy policy = definition.supervision();
    if (policy.instances() == Instances.PER_CALL) {
      return new PerCallSupervisor(info.id(), policy.maxCalls(), starter, listener);
    }
    Executor work = task -> Thread.ofVirtual().name("polyplug-supervisor").start(task);
    return new SharedSupervisor(info.id(), policy, starter, clock, work, listener);
  }
}
