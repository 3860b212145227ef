package io.polyplug.ainb;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.HostEvent;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginState;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Real plugins in a folder of their own, a host over them, and everything that happens there. One
 * thread of a test uses it.
 */
final class Stage implements AutoCloseable {
  /** Has a plugin run the arguments of its command as Python and print what each gives. */
  static final String RUNS_ARGUMENTS =
      """
      def cli(params):
          out = [str(eval(text)) for text in params["argv"]]
          return {"stdout": b64("\\n".join(out)), "stderr": "", "exit_code": 0}
      plugin.on("plugin/cli_dispatch", cli)
      plugin.serve()
      """;

  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

  final Path root;
  final Path home;
  private final List<HostEvent> events = new ArrayList<>();
  private Clock clock = Clock.system();
  private boolean frames;
  private PluginHost host;

  Stage(Path folder) throws IOException {
    root = Files.createDirectories(folder.resolve("plugins"));
    home = Files.createDirectories(folder.resolve("home"));
    try (InputStream fixture = Stage.class.getResourceAsStream("fixture.py")) {
      Files.write(
          Files.createDirectories(folder.resolve("lib")).resolve("fixture.py"),
          Objects.requireNonNull(fixture).readAllBytes());
    }
  }

  Stage clock(Clock time) {
    clock = time;
    return this;
  }

  /** Hears of frames, too, and keeps them all. */
  Stage withFrames() {
    frames = true;
    return this;
  }

  /** A plugin that is a Python program; what it shares with others is imported already. */
  Stage plugin(String name, String tables, String body) throws IOException {
    return program(
        name,
        tables,
        """
        #!/usr/bin/env python3
        import sys
        sys.path.insert(0, "%s")
        sys.dont_write_bytecode = True
        from fixture import *
        plugin = Plugin()
        %s
        """
            .formatted(root.resolveSibling("lib"), body));
  }

  /** A plugin of any text. */
  Stage program(String name, String tables, String text) throws IOException {
    Path folder = Files.createDirectories(root.resolve(name));
    Files.writeString(
        folder.resolve("manifest.toml"),
        """
        [plugin]
        name = "%s"
        version = "1.0.0"
        abi_version = 2
        %s
        """
            .formatted(name, tables));
    Path program = Files.writeString(folder.resolve(name), text);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return this;
  }

  PluginHost host() {
    if (host == null) {
      Map<String, String> environment = new HashMap<>();
      environment.put("HOME", home.toString());
      HostBuilder builder =
          PluginHost.builder()
              .contract(new AinbContract(environment, AinbActions.builtIn()))
              .pluginsFrom(root)
              .clock(clock);
      host =
          (frames ? builder.listener(this::heard) : builder.listenerWithoutFrames(this::heard))
              .build();
      assertThat(host.invalid()).isEmpty();
    }
    return host;
  }

  Plugin plugin(String name) {
    return host().plugin(name);
  }

  AinbPlugin ainb(String name) {
    return plugin(name).as(AinbPlugin.class);
  }

  /**
   * What a plugin that {@linkplain #RUNS_ARGUMENTS runs its arguments} gives for these, a line
   * each.
   */
  List<String> run(String plugin, String... code) {
    byte[] printed = ainb(plugin).cli(plugin, List.of(code), Optional.empty()).stdout();
    return new String(printed, StandardCharsets.UTF_8).lines().toList();
  }

  private void heard(HostEvent event) {
    synchronized (events) {
      events.add(event);
      events.notifyAll();
    }
  }

  /** Waits for the first event, old or new, that is like this. */
  <E extends HostEvent> E await(Class<E> type, Predicate<E> like) {
    long deadline = System.nanoTime() + PATIENCE;
    synchronized (events) {
      int looked = 0;
      while (true) {
        for (; looked < events.size(); looked++) {
          if (type.isInstance(events.get(looked)) && like.test(type.cast(events.get(looked)))) {
            return type.cast(events.get(looked));
          }
        }
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          throw new AssertionError("it did not happen; what did: " + withoutFrames());
        }
        try {
          events.wait(Math.max(1, left / 1_000_000));
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
    }
  }

  private List<HostEvent> withoutFrames() {
    return events.stream().filter(it -> !(it instanceof HostEvent.FrameSeen)).toList();
  }

  /** Waits for a line that the plugin wrote or the host said of it. */
  String line(String plugin, String part) {
    return await(
            HostEvent.LogLine.class,
            it -> it.plugin().equals("ainb:" + plugin) && it.text().contains(part))
        .text();
  }

  /** Waits until so many frames that contain this have gone to the plugin. */
  void sent(String plugin, String part, int times) {
    int[] seen = {0};
    await(
        HostEvent.FrameSeen.class,
        it ->
            it.plugin().equals("ainb:" + plugin)
                && it.direction() == HostEvent.Direction.TO_PLUGIN
                && new String(it.frame(), StandardCharsets.UTF_8).contains(part)
                && ++seen[0] == times);
  }

  /** All lines so far. */
  List<String> lines(String plugin) {
    synchronized (events) {
      return events.stream()
          .filter(HostEvent.LogLine.class::isInstance)
          .map(HostEvent.LogLine.class::cast)
          .filter(it -> it.plugin().equals("ainb:" + plugin))
          .map(HostEvent.LogLine::text)
          .toList();
    }
  }

  /** Waits until the plugin has entered a state so often. */
  void entered(String plugin, PluginState state, int times) {
    int[] seen = {0};
    await(
        HostEvent.StateChanged.class,
        it -> it.plugin().equals("ainb:" + plugin) && it.to() == state && ++seen[0] == times);
  }

  /** The states that a plugin has entered so far; of the last one the news may be on its way. */
  List<PluginState> states(String plugin) {
    PluginState now = plugin(plugin).state();
    List<PluginState> heard = statesHeard(plugin);
    if (now != PluginState.IDLE && (heard.isEmpty() || heard.getLast() != now)) {
      await(
          HostEvent.StateChanged.class,
          it -> {
            List<PluginState> all = statesHeard(plugin);
            return !all.isEmpty() && all.getLast() == now;
          });
    }
    return statesHeard(plugin);
  }

  private List<PluginState> statesHeard(String plugin) {
    synchronized (events) {
      return events.stream()
          .filter(HostEvent.StateChanged.class::isInstance)
          .map(HostEvent.StateChanged.class::cast)
          .filter(it -> it.plugin().equals("ainb:" + plugin))
          .map(HostEvent.StateChanged::to)
          .toList();
    }
  }

  @Override
  public void close() {
    if (host != null) {
      host.close();
    }
  }
}
