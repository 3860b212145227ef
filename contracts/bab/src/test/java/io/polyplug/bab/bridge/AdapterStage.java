package io.polyplug.bab.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.base.Clock;
import io.polyplug.host.AnswerStore;
import io.polyplug.host.Grants;
import io.polyplug.host.HostEvent;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PluginHost;
import io.polyplug.process.Child;
import io.polyplug.process.Environment;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.Spawner;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A plugin's folder, one runtime, and what is heard of both. One thread of a test uses it. */
final class AdapterStage implements AutoCloseable {
  static final Duration LONG = Duration.ofSeconds(30);

  /** The beginning of a simple adapter with one more member. */
  static final String SIMPLE =
      """
      export default {
        buildCommand(input) { return { args: [] }; },
        parseResult(result, input) { return { content: "", metadata: {} }; },
        %s
      };
      """;

  final Path plugin;
  private final Path root;
  private final Js js;
  private final ProgramLookup programs;
  private UnaryOperator<Environment> environment = UnaryOperator.identity();
  private Path workingFolder = Path.of("").toAbsolutePath();
  private final PluginHost host = PluginHost.builder().build();
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final List<Adapter> open = new ArrayList<>();

  AdapterStage(Path folder, Js js) throws IOException {
    this.root = folder.toRealPath();
    this.plugin = Files.createDirectories(root.resolve("plug in"));
    this.js = js;
    this.programs = js.alone(root);
    host.events()
        .subscribe(
            event -> {
              if (event instanceof HostEvent.LogLine line) {
                lines.add(line.text());
              }
            });
  }

  AdapterStage file(String name, String text) throws IOException {
    Path file = plugin.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return this;
  }

  InstanceContext context() {
    return new InstanceContext(
        Clock.system(),
        this::start,
        Grants.BY_CONTRACT,
        host.events(),
        AnswerStore.NONE,
        () -> {},
        true,
        host.bus(),
        List::of,
        info -> Map.of());
  }

  private Child start(ProcessSpec spec) throws LaunchFailure {
    return Spawner.platform()
        .start(
            spec.toBuilder()
                .folder(workingFolder)
                .environment(environment.apply(spec.environment()))
                .build());
  }

  /** Has the runtime see other variables than the tests have. */
  AdapterStage environment(UnaryOperator<Environment> change) {
    environment = change;
    return this;
  }

  /** Has the runtime work in another folder than the tests do. */
  AdapterStage in(Path folder) {
    workingFolder = folder;
    return this;
  }

  Adapter load() throws Exception {
    return load(LONG);
  }

  Adapter load(Duration limit) throws Exception {
    Adapter adapter =
        new AdapterLoader(new JsRuntimes(() -> programs))
            .load("acme", "bab:acme", plugin.resolve("adapter.ts"), context(), limit);
    open.add(adapter);
    return adapter;
  }

  /** Loads this as adapter.ts. */
  Adapter load(String text) throws Exception {
    return file("adapter.ts", text).load();
  }

  /** A simple adapter with these members more. */
  Adapter simple(String members) throws Exception {
    return load(SIMPLE.formatted(members));
  }

  AdapterFailure loadFailure(String text) {
    return catchThrowableOfType(AdapterFailure.class, () -> load(text));
  }

  static Json call(Adapter adapter, String function, String... arguments) throws Exception {
    return adapter.call(function, Arrays.stream(arguments).map(Json::parse).toList(), LONG);
  }

  static AdapterFailure failure(Adapter adapter, String function, String... arguments) {
    return catchThrowableOfType(AdapterFailure.class, () -> call(adapter, function, arguments));
  }

  /** Waits for a log line, old or new, that is like this. */
  String line(Predicate<String> like) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    List<String> seen = new ArrayList<>();
    while (true) {
      String next = lines.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      assertThat(next).as("a line that is wanted among " + seen).isNotNull();
      if (like.test(next)) {
        return next;
      }
      seen.add(next);
    }
  }

  @Override
  public void close() throws IOException {
    open.forEach(Adapter::close);
    host.close();
    js.leave(root);
  }
}
