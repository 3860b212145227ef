package io.polyplug.bab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.base.Clock;
import io.polyplug.host.HostEvent;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A home with plugins, programs for them to run, and a host over it. Plugins have adapters written
 * in Java, unless a test gives one the text of a real one. One thread of a test uses it.
 */
final class DelegateStage implements AutoCloseable {
  final Path home;
  final Path base;
  final Path plugins;
  final Path bin;
  final Map<String, String> environment = new HashMap<>();
  private final Map<String, Supplier<FakeAdapter>> adapters = new ConcurrentHashMap<>();
  private final List<HostEvent> events = new ArrayList<>();
  private Clock clock = Clock.system();
  private PluginHost host;
  private BabHost place;

  DelegateStage(Path folder) throws IOException {
    // Below the folder for temporary files, which may be a link.
    home = Files.createDirectories(folder.resolve("home")).toRealPath();
    base = Files.createDirectories(home.resolve(".config/bab"));
    plugins = Files.createDirectories(base.resolve("plugins"));
    bin = Files.createDirectories(folder.resolve("bin"));
    environment.put("HOME", home.toString());
    environment.put("PATH", bin + ":" + System.getenv("PATH"));
  }

  DelegateStage clock(Clock time) {
    clock = time;
    return this;
  }

  /** A program on the PATH: the text of a shell script. */
  DelegateStage program(String name, String script) throws IOException {
    Path file = bin.resolve(name);
    Files.writeString(file, script.startsWith("#!") ? script : "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return this;
  }

  /** A plugin whose command has its name, with the default role. */
  DelegateStage plugin(String id) throws IOException {
    return plugin(id, "roles: [default]\n");
  }

  DelegateStage plugin(String id, String rest) throws IOException {
    Path folder = Files.createDirectories(plugins.resolve(id));
    String head = "id: %s\nname: The %s\nversion: 1.0.0\ncommand: %s\n".formatted(id, id, id);
    Files.writeString(folder.resolve("manifest.yaml"), head + rest);
    return this;
  }

  Path folder(String id) {
    return plugins.resolve(id);
  }

  DelegateStage file(String id, String name, String text) throws IOException {
    Path file = folder(id).resolve(name);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, text);
    return this;
  }

  /** Gives the plugin an adapter; the file is there, but nobody runs it. */
  DelegateStage adapter(String id, FakeAdapter adapter) throws IOException {
    return adapter(id, () -> adapter);
  }

  DelegateStage adapter(String id, Supplier<FakeAdapter> adapter) throws IOException {
    adapters.put(id, adapter);
    return file(id, "adapter.ts", "// " + id);
  }

  PluginHost host() {
    if (host == null) {
      BabHost real = BabHost.of(environment);
      place =
          new BabHost(
              environment,
              Path.of("").toAbsolutePath(),
              (file, plugin, context) ->
                  adapters.containsKey(plugin.id())
                      ? adapters.get(plugin.id()).get()
                      : real.adapters().start(file, plugin, context));
      host =
          PluginHost.builder()
              .contract(new BabContract(place))
              .pluginsFromHomes(environment)
              .clock(clock)
              .listenerWithoutFrames(
                  event -> {
                    synchronized (events) {
                      events.add(event);
                      events.notifyAll();
                    }
                  })
              .build();
    }
    return host;
  }

  Plugin plugin() {
    return host().plugin("acme");
  }

  BabPlugin client() {
    return plugin().as(BabPlugin.class);
  }

  Delegates delegates() {
    PluginHost over = host();
    return new Delegates(over, place, "1.0", clock);
  }

  /** The first line in the log of all plugins that has this in it, once there is one. */
  String awaitLog(String text) throws InterruptedException {
    long end = System.nanoTime() + 60_000_000_000L;
    synchronized (events) {
      while (true) {
        for (HostEvent event : events) {
          if (event instanceof HostEvent.LogLine line && line.text().contains(text)) {
            return line.text();
          }
        }
        long left = (end - System.nanoTime()) / 1_000_000;
        assertThat(left).as("a log line with " + text).isPositive();
        events.wait(left);
      }
    }
  }

  /** Arguments of the tool: a prompt for {@code acme}, and more members. */
  static Json arguments(String more) {
    return Json.parse("{\"prompt\":\"hello\",\"cli_name\":\"acme\"" + more + "}");
  }

  /** A member of an object, as text. */
  static String member(Json object, String... path) {
    Json value = object;
    for (String name : path) {
      value = JsonParts.members(value).get(name);
      if (value == null) {
        return "absent";
      }
    }
    String text = value.stringValue();
    return text == null ? value.toString() : text;
  }

  /** Waits for a file that a program makes when it is ready. */
  static void awaitFile(Path file) {
    await("file " + file, () -> Files.exists(file));
  }

  /** Waits for the line that a program writes into a file, such as its process id. */
  static void awaitLine(Path file) {
    await("a line in " + file, () -> Files.exists(file) && Files.readString(file).endsWith("\n"));
  }

  /** Nobody tells when a process that is not ours goes: looks until it has. */
  static void awaitGone(Path pidFile) throws IOException {
    ProcessHandle.of(Long.parseLong(Files.readString(pidFile).strip()))
        .ifPresent(process -> await("the end of " + process, () -> !isAlive(process)));
  }

  private static boolean isAlive(ProcessHandle process) throws IOException {
    Path stat = Path.of("/proc/" + process.pid() + "/stat");
    if (!Files.exists(stat)) {
      return process.isAlive() && !Files.exists(Path.of("/proc/self/stat"));
    }
    String text = Files.readString(stat);
    // One that its new parent has not reaped yet does not live.
    return "ZX".indexOf(text.charAt(text.lastIndexOf(')') + 2)) < 0;
  }

  private static void await(String what, Callable<Boolean> condition) {
    long end = System.nanoTime() + 60_000_000_000L;
    while (!isTrue(condition)) {
      assertThat(System.nanoTime()).as(what).isLessThan(end);
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static boolean isTrue(Callable<Boolean> condition) {
    try {
      return condition.call();
    } catch (NoSuchFileException gone) {
      return true;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Runs the plugin with some prompt. */
  DelegateResult run() throws DelegateFailure {
    return client().delegate(DelegateRequest.of("hello"));
  }

  /** How such a run fails. */
  DelegateFailure failure() {
    return catchThrowableOfType(DelegateFailure.class, this::run);
  }

  /** What such a run answers, well or not. */
  String answer() {
    try {
      return run().content();
    } catch (DelegateFailure e) {
      return e.type().word() + ": " + e.getMessage();
    }
  }

  /** Why the plugin cannot be used. */
  PluginFailure unavailable() {
    return catchThrowableOfType(PluginFailure.class, this::answer);
  }

  @Override
  public void close() {
    if (host != null) {
      host.close();
    }
  }
}
