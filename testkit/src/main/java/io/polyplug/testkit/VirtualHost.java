package io.polyplug.testkit;

import io.polyplug.ainb.AinbActions;
import io.polyplug.ainb.AinbContract;
import io.polyplug.bab.BabContract;
import io.polyplug.bento.BentoContract;
import io.polyplug.bowire.BowireContract;
import io.polyplug.host.Contract;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.HostEvent;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginState;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolResult;
import io.polyplug.mcp.McpContract;
import io.polyplug.process.MemorySpawner;
import io.polyplug.rune.RuneContract;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The real host, whose processes are threads and whose time is a test's: for tests of what is built
 * on a host. Nothing is started and no time passes but by the test.
 *
 * <p>Plugins and contracts are added before the first use, which makes the host. Files that
 * contracts want are in a folder of its own, which is gone after {@link #close}. Whoever made it
 * closes it; closing lets time run until every plugin has ended. The test's thread adds and
 * advances; everything else is safe from any thread.
 */
public final class VirtualHost implements AutoCloseable {
  private final Path folder;
  private final VirtualTime time = new VirtualTime();
  private final Heard heard = new Heard();
  private final Map<String, Contract> contracts = new LinkedHashMap<>();
  private final List<InMemoryPlugin> plugins = new ArrayList<>();
  private final Map<String, FakeDelegate> delegates = new ConcurrentHashMap<>();
  private final HostBuilder builder = PluginHost.builder();
  private @Nullable PluginHost host;

  /** With every contract, and no plugin yet. */
  public VirtualHost() {
    try {
      folder = Files.createTempDirectory("polyplug-testkit-");
      Files.createDirectories(home());
    } catch (IOException e) {
      throw new UncheckedIOException("A test needs a temporary folder and has none.", e);
    }
    contract(new RuneContract());
    contract(new BowireContract());
    contract(new AinbContract(environment(), AinbActions.builtIn()));
    contract(new BentoContract());
    contract(new McpContract());
    contract(new BabContract(Map.of("HOME", home().toString(), "PATH", programs().toString())));
  }

  /** What contracts see of the environment: a home of its own. */
  Map<String, String> environment() {
    return Map.of("HOME", home().toString());
  }

  /** The home of its user, empty at first. */
  public Path home() {
    return folder.resolve("home");
  }

  /** All of the PATH of delegates: there is nothing in it but a runtime for their adapters. */
  private Path programs() {
    return folder.resolve("bin");
  }

  /** Takes this contract, in place of the one of the same id if there is one. */
  public VirtualHost contract(Contract contract) {
    building().contracts.put(contract.id(), contract);
    return this;
  }

  /** Installs a plugin. */
  public VirtualHost add(InMemoryPlugin plugin) {
    building().plugins.add(plugin);
    return this;
  }

  /** Installs a plugin that follows a script. */
  public VirtualHost add(FakePlugin plugin) {
    return add(plugin.installed());
  }

  /** Installs a delegate that follows a script. */
  public VirtualHost add(FakeDelegate delegate) {
    return adapter(delegate).add(delegate.installed());
  }

  /** Has the adapter of this delegate at hand, which is installed by itself. */
  VirtualHost adapter(FakeDelegate delegate) {
    building().delegates.put(delegate.id(), delegate);
    return this;
  }

  /** Sets up the host further, as an application does; its clock and spawner are these. */
  public VirtualHost with(Consumer<HostBuilder> setting) {
    setting.accept(building().builder);
    return this;
  }

  private VirtualHost building() {
    if (host != null) {
      throw new IllegalStateException(
          "The host is made with its first use: add plugins and settings before.");
    }
    return this;
  }

  /** The host; made with the first use. */
  public synchronized PluginHost host() {
    PluginHost made = host;
    if (made == null) {
      contracts.values().forEach(builder::contract);
      made =
          builder
              .configFile(write())
              .clock(time.clock())
              .spawner(time.spawner())
              .listener(heard::hear)
              .build();
      host = made;
    }
    return made;
  }

  private Path write() {
    StringBuilder config = new StringBuilder();
    try {
      for (InMemoryPlugin plugin : plugins) {
        Path own = folder.resolve("plugins").resolve(plugin.contract()).resolve(plugin.id());
        config.append(plugin.install(own)).append('\n');
        time.spawner().program(plugin.executable(own), plugin.program());
      }
      if (!delegates.isEmpty()) {
        Path runtime = Folders.program(programs().resolve("bun"));
        time.spawner().program(runtime, self -> new FakeRuntime(delegates, self).run());
      }
      return Files.writeString(folder.resolve("polyplug.toml"), config);
    } catch (IOException e) {
      throw new UncheckedIOException("The plugins of a test cannot be written.", e);
    }
  }

  /** A plugin by its name. */
  public Plugin plugin(String name) {
    return host().plugin(name);
  }

  /** Calls a tool; not for one that waits for virtual time, see {@link #begin}. */
  public ToolResult call(String plugin, String tool, Json input) {
    return plugin(plugin).tool(tool).call(ToolCall.of(input));
  }

  /** Has something done on a thread of its own, so that the test can advance time meanwhile. */
  public <T> Future<T> begin(Callable<T> doing) {
    FutureTask<T> task = new FutureTask<>(doing);
    Thread.ofVirtual().name("polyplug-test").start(task);
    return task;
  }

  /** What came of it; what it threw is thrown here. Waits in real time, but not for ever. */
  public <T> T await(Future<T> begun) {
    return Patience.get(begun);
  }

  /** The time of the host and of all plugins. */
  public VirtualTime time() {
    return time;
  }

  /** Moves time on; see {@link VirtualTime#advance}. */
  public void advance(Duration by) {
    host();
    time.advance(by);
  }

  /** Who starts the programs, and what it started. */
  public MemorySpawner spawner() {
    return time.spawner();
  }

  /** All messages so far, both ways, in order. */
  public List<Frame> frames() {
    heard.catchUp(host().events());
    return heard.all(HostEvent.FrameSeen.class).stream().map(Heard::frame).toList();
  }

  /** All events so far but frames, in order. */
  public List<HostEvent> events() {
    heard.catchUp(host().events());
    return heard.all(HostEvent.class).stream()
        .filter(it -> !(it instanceof HostEvent.FrameSeen))
        .toList();
  }

  /** All lines that a plugin logged or wrote to its standard error, and those about it. */
  public List<String> logs(String plugin) {
    String key = plugin(plugin).info().key();
    heard.catchUp(host().events());
    return heard.all(HostEvent.LogLine.class).stream()
        .filter(it -> it.plugin().equals(key))
        .map(HostEvent.LogLine::text)
        .toList();
  }

  /** The states that a plugin has entered, in order. */
  public List<PluginState> states(String plugin) {
    String key = plugin(plugin).info().key();
    heard.catchUp(host().events());
    return heard.all(HostEvent.StateChanged.class).stream()
        .filter(it -> it.plugin().equals(key))
        .map(HostEvent.StateChanged::to)
        .toList();
  }

  /** Waits for the first message, old or new, that is like this. */
  public Frame awaitFrame(Predicate<Frame> like) {
    host();
    return Heard.frame(
        heard.await(
            HostEvent.FrameSeen.class, it -> like.test(Heard.frame(it)), "a certain message"));
  }

  /** Waits until a plugin has entered a state so often. */
  public void awaitState(String plugin, PluginState state, int times) {
    String key = plugin(plugin).info().key();
    int[] seen = {0};
    heard.await(
        HostEvent.StateChanged.class,
        it -> it.plugin().equals(key) && it.to() == state && ++seen[0] == times,
        plugin + " to be " + state + " for the " + times + ". time");
  }

  /** Waits for a line of a plugin that contains this. */
  public String awaitLog(String plugin, String part) {
    String key = plugin(plugin).info().key();
    return heard
        .await(
            HostEvent.LogLine.class,
            it -> it.plugin().equals(key) && it.text().contains(part),
            "a line of " + plugin + " with \"" + part + '"')
        .text();
  }

  /**
   * Ends every plugin by its contract's ladder, in as much virtual time as that takes. Throws
   * {@link IllegalStateException} if a program does not stop although its process is gone.
   */
  @Override
  public void close() {
    PluginHost made = host;
    if (made != null) {
      FutureTask<Boolean> end = new FutureTask<>(made::close, true);
      Thread.ofPlatform().daemon().name("polyplug-test-end").start(end);
      time.runUntil(end);
      Patience.get(end);
    }
    time.spawner().close();
    Folders.delete(folder);
    List<Thread> left = time.spawner().leftThreads();
    if (!left.isEmpty()) {
      throw new IllegalStateException(
          left.getFirst().getName()
              + " runs on although its process is gone: it has to stop when it is interrupted.");
    }
  }
}
