package io.polyplug.host;

import io.polyplug.base.Clock;
import io.polyplug.host.SupervisionPolicy.Instances;
import io.polyplug.host.SupervisionPolicy.OnRemoval;
import io.polyplug.host.bus.SnapshotBus;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

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

  private final HostBuilder builder;
  private final HostEvents events;
  private final Spawner spawner;
  private final AtomicLong calls = new AtomicLong();
  private final Thread atExit = Thread.ofPlatform().name("polyplug-exit").unstarted(this::closeAll);
  private final AtomicBoolean closed = new AtomicBoolean();

  /** One refresh, or the end, at a time. */
  private final ReentrantLock changing = new ReentrantLock();

  private volatile Inventory inventory;

  /** Removed, but with calls under way that may go on; touched by who holds the lock. */
  private final Retirement retired;

  /** A successor that is being tried; whoever closes the host ends it without the lock. */
  private volatile @Nullable Plugin onTrial;

  /** What there is: replaced as a whole, so that nobody sees half a refresh. */
  private record Inventory(List<Installed> installed, List<Discovered.Invalid> invalid) {
    List<Plugin> plugins() {
      return installed.stream().map(Installed::plugin).toList();
    }
  }

  /** A plugin and what marks the folder that it was read from. */
  private record Installed(Plugin plugin, FolderMark mark) {}

  PluginHost(HostBuilder builder, HostBuilder.Scan scan) {
    this.builder = builder;
    this.events = builder.events();
    this.spawner = builder.spawner();
    this.retired = new Retirement(builder.clock(), builder.succession());
    List<Installed> made = new ArrayList<>();
    scan.found().forEach(definition -> made.add(install(definition)));
    this.inventory = new Inventory(List.copyOf(made), List.copyOf(scan.invalid()));
    Runtime.getRuntime().addShutdownHook(atExit);
    switchOnAndOff(scan);
    if (builder.lasting()) {
      plugins().forEach(plugin -> plugin.supervisor().hostStarted());
    }
  }

  private Installed install(PluginDefinition definition) {
    Supervisor supervisor = supervise(definition);
    return new Installed(
        new Plugin(
            definition, supervisor, events, builder.deadlines(), calls, () -> lend(() -> {})),
        FolderMark.of(definition.info()));
  }

  private void switchOnAndOff(HostBuilder.Scan scan) {
    for (Plugin plugin : plugins()) {
      PluginInfo info = plugin.info();
      plugin.obeyFiles(scan.disabled().has(info) || builder.disabled().test(info));
    }
  }

  /**
   * Looks at the configuration, the folders and what is disabled again: new plugins are added,
   * those that are gone or have changed are ended and removed or replaced, all others go on.
   * Returns when what was removed has ended, unless its contract lets calls under way go on. A
   * wrong file changes nothing and throws what {@link HostBuilder#build} would.
   */
  public void refresh() {
    // On a thread of its own: an interrupt of the caller must not make files look unreadable.
    FutureTask<@Nullable Void> look = new FutureTask<>(this::lookAgain, null);
    Thread.ofVirtual().name("polyplug-refresh").start(look);
    try {
      look.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  private void lookAgain() {
    changing.lock();
    try {
      if (closed.get()) {
        return;
      }
      HostBuilder.Scan scan = builder.scan();
      List<Installed> before = new ArrayList<>(inventory.installed());
      List<Installed> after = new ArrayList<>();
      List<Plugin> added = new ArrayList<>();
      for (PluginDefinition definition : scan.found()) {
        Optional<Installed> same = before.stream().filter(it -> goesOn(it, definition)).findFirst();
        same.ifPresent(
            it -> {
              before.remove(it);
              it.plugin().definition().readAgain(definition);
            });
        Installed now = same.orElseGet(() -> successor(definition, before));
        after.add(now);
        if (same.isEmpty() && !before.remove(now)) {
          added.add(now.plugin());
        }
      }
      inventory = new Inventory(List.copyOf(after), List.copyOf(scan.invalid()));
      List<Plugin> removed = before.stream().map(Installed::plugin).toList();
      // The old reading of a plugin ends before the new one starts: they may share a port or a
      // file.
      end(retire(removed));
      removed.forEach(it -> events.emit(new HostEvent.PluginRemoved(it.info().key())));
      added.forEach(it -> events.emit(new HostEvent.PluginAdded(it.info().key())));
      switchOnAndOff(scan);
      if (builder.lasting()) {
        added.forEach(plugin -> plugin.supervisor().hostStarted());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      changing.unlock();
    }
  }

  /** The plugin as it is read now, or as it was before if that one does not take over. */
  private Installed successor(PluginDefinition definition, List<Installed> before) {
    Installed now = install(definition);
    for (Installed there : before) {
      if (there.plugin().info().key().equals(definition.info().key())) {
        onTrial = now.plugin();
        // Who closes the host either sees the trial or was here before.
        boolean taken =
            !closed.get() && builder.succession().takesOver(there.plugin(), now.plugin());
        onTrial = null;
        if (!taken) {
          now.plugin().supervisor().close();
          return there;
        }
        return now;
      }
    }
    return now;
  }

  /** Those of which nothing may go on. */
  private List<Plugin> retire(List<Plugin> removed) {
    List<Plugin> others = new ArrayList<>();
    for (Plugin plugin : removed) {
      if (plugin.definition().supervision().onRemoval() == OnRemoval.FINISH_CALLS) {
        retired.add(plugin);
      } else {
        others.add(plugin);
      }
    }
    return others;
  }

  private static boolean goesOn(Installed there, PluginDefinition read) {
    PluginInfo info = read.info();
    return there.plugin().info().key().equals(info.key())
        && there.plugin().definition().sameAs(read)
        && there.mark().equals(FolderMark.of(info));
  }

  /** Starts making a host. */
  public static HostBuilder builder() {
    return new HostBuilder();
  }

  /** All plugins, those of the configuration first. */
  public List<Plugin> plugins() {
    return inventory.plugins();
  }

  /** What was found but cannot be used, and why. */
  public List<Discovered.Invalid> invalid() {
    return inventory.invalid();
  }

  /** Where its plugins exchange snapshots. */
  public SnapshotBus bus() {
    return builder.bus();
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
    Inventory now = inventory;
    return new PluginNames(now.plugins(), now.invalid()).find(name);
  }

  /** The shortest name that means this plugin and no other of this host. */
  public String nameOf(Plugin plugin) {
    Inventory now = inventory;
    return new PluginNames(now.plugins(), now.invalid()).of(plugin);
  }

  /**
   * What a start of this plugin would run, after everything that is asked before a start; empty if
   * it is no program of ours. Throws {@link PluginException} if a start would not come to that.
   */
  public Optional<ProcessSpec> programOf(Plugin plugin) {
    builder.startCheck().accept(plugin.info());
    return StartProbe.of(plugin.definition(), lend(() -> {}));
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
    Plugin tried = onTrial;
    if (tried != null) {
      tried.supervisor().close();
    }
    changing.lock();
    try {
      List<Plugin> all = new ArrayList<>(plugins());
      all.addAll(retired.plugins());
      end(all);
      events.drain(LONGEST_FAREWELL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      changing.unlock();
      builder.recordings().forEach(HostBuilder.Recording::end);
      builder.farewells().forEach(Runnable::run);
    }
    if (spawner instanceof GuardedStarts guarded) {
      guarded.close();
    }
  }

  /** Ends them all at once; what does not run needs no thread to wait for it. */
  private static void end(List<Plugin> plugins) throws InterruptedException {
    List<Thread> ending = new ArrayList<>();
    for (Plugin plugin : plugins) {
      switch (plugin.state()) {
        case STARTING, RUNNING, STOPPING ->
            ending.add(Thread.ofVirtual().start(() -> plugin.supervisor().close()));
        case IDLE, DOWN, BACKOFF, QUARANTINED, CLOSED -> plugin.supervisor().close();
      }
    }
    for (Thread thread : ending) {
      thread.join();
    }
  }

  private InstanceContext lend(Runnable activity) {
    return new InstanceContext(
        builder.deadlines(),
        builder.spawner(),
        builder.grants(),
        builder.events(),
        builder.store(),
        activity,
        builder.lasting(),
        builder.bus(),
        this::plugins,
        builder.settings());
  }

  private Supervisor supervise(PluginDefinition definition) {
    PluginInfo info = definition.info();
    Clock clock = builder.clock();
    Supervisor.Starter starter =
        activity -> {
          builder.startCheck().accept(info);
          return definition.start(lend(activity));
        };
    Supervisor.Listener listener =
        (from, to, reason) -> events.emit(new HostEvent.StateChanged(info.key(), from, to, reason));
    SupervisionPolicy policy = definition.supervision();
    if (policy.instances() == Instances.PER_CALL) {
      return new PerCallSupervisor(info.id(), policy.maxCalls(), starter, clock, listener);
    }
    Executor work = task -> Thread.ofVirtual().name("polyplug-supervisor").start(task);
    return new SharedSupervisor(info.id(), policy, starter, clock, work, listener);
  }
}
