package io.polyplug.testkit;

import io.polyplug.process.MemoryProgram;
import io.polyplug.sdk.Plugin;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A delegate of bab that does what a test says, for tests of hosts: the functions of its adapter
 * are given by the test, and its program is code of this JVM. What nobody scripted is as in the
 * adapters that the SDK writes: the prompt is the program's input, what it prints is the answer,
 * and an exit code other than 0 is an error with what it wrote to stderr.
 *
 * <p>Set up before it is added to a {@link VirtualHost}; what it was asked is safe from any thread.
 * Reactions count over all processes of the adapter: the first may crash and the second be good.
 */
public final class FakeDelegate {
  static final String BUILD = "buildCommand";
  static final String PARSE = "parseResult";
  static final String RUN = "run";

  private final String id;
  private final @Nullable Plugin written;
  private MemoryProgram program;
  private final Set<String> roles = new LinkedHashSet<>(List.of("default"));
  private final List<Consumer<InMemoryPlugin>> installing = new ArrayList<>();
  private final Map<String, Deque<Reaction>> script = new HashMap<>();
  private final Map<String, List<Json>> asked = new HashMap<>();
  private volatile @Nullable FakeRuntime current;

  private FakeDelegate(String id, @Nullable Plugin written, MemoryProgram program) {
    this.id = id;
    this.written = written;
    this.program = program;
  }

  /** One whose program prints nothing and exits with 0. */
  public static FakeDelegate named(String id) {
    return new FakeDelegate(id, null, _ -> 0);
  }

  /** A plugin of the SDK, whose tools are roles. */
  static FakeDelegate of(Plugin plugin) {
    InMemoryPlugin described = InMemoryPlugin.of("bab", plugin);
    return new FakeDelegate(described.id(), plugin, described.program());
  }

  /** The program of its command: once for every run, with its arguments, input and environment. */
  public FakeDelegate program(MemoryProgram runs) {
    program = runs;
    return this;
  }

  /** A program that prints this and exits with 0. */
  public FakeDelegate printing(String text) {
    return program(
        self -> {
          self.stdout().write(text.getBytes(StandardCharsets.UTF_8));
          return 0;
        });
  }

  /** One more built-in role that its manifest lists. */
  public FakeDelegate role(String name) {
    roles.add(name);
    return this;
  }

  /** A line of its table in {@code polyplug.toml}, as {@code timeout = "10s"}. */
  public FakeDelegate setting(String line) {
    installing.add(it -> it.setting(line));
    return this;
  }

  /** A file of its folder, as {@code env}. */
  public FakeDelegate file(String name, String content) {
    installing.add(it -> it.file(name, content));
    return this;
  }

  /** What its {@code buildCommand} makes of the input of a run. */
  public FakeDelegate building(UnaryOperator<Json> command) {
    return on(BUILD, Reaction.answer(it -> command.apply(argument(it, 0))));
  }

  /** What its {@code parseResult} makes of a result and the input of the run. */
  public FakeDelegate parsing(BinaryOperator<Json> answer) {
    return on(PARSE, Reaction.answer(it -> answer.apply(argument(it, 0), argument(it, 1))));
  }

  /**
   * What a function of its adapter does: one after another, the last one from then on. It has the
   * two of a simple adapter anyway, {@code validate}, {@code listModels}, {@code discover} and
   * {@code cancel} if they are given here, and with {@code run} it is a legacy one, whose answer is
   * a list of events. Answers are made of the list of arguments; a failure is a thrown Error.
   */
  public FakeDelegate on(String function, Reaction first, Reaction... then) {
    Deque<Reaction> all = new ArrayDeque<>(List.of(then));
    all.addFirst(first);
    script.put(function, all);
    return this;
  }

  /** The arguments of each call of a function so far, as lists. */
  public synchronized List<Json> asked(String function) {
    return List.copyOf(asked.getOrDefault(function, List.of()));
  }

  /** Ends the process of its adapter now. */
  public void crash(int code) {
    FakeRuntime running = current;
    if (running == null) {
      throw new IllegalStateException("The adapter of " + id + " has not been loaded yet.");
    }
    running.exit(code);
  }

  String id() {
    return id;
  }

  /** As a host takes it, without its adapter. */
  InMemoryPlugin installed() {
    InMemoryPlugin installed =
        written == null
            ? InMemoryPlugin.of("bab", id, program)
                .file("manifest.yaml", this::manifest)
                .file("adapter.ts", "// Its functions are given by a test.\n")
            : InMemoryPlugin.of("bab", written);
    installing.forEach(it -> it.accept(installed));
    return installed;
  }

  private String manifest(Path command) {
    return "id: %s\nname: %s\nversion: 1.0.0\ncommand: %s\nroles: [%s]\n"
        .formatted(id, id, Json.string(command.toString()), String.join(", ", roles));
  }

  void began(FakeRuntime runtime) {
    current = runtime;
  }

  /** The functions that its adapter has. */
  Set<String> functions() {
    Set<String> functions = new LinkedHashSet<>(script.keySet());
    functions.addAll(List.of(BUILD, PARSE));
    return functions;
  }

  synchronized Reaction next(String function, Json arguments) {
    asked.computeIfAbsent(function, _ -> new ArrayList<>()).add(arguments);
    Deque<Reaction> left = script.get(function);
    if (left == null) {
      return Reaction.usual();
    }
    return left.size() > 1 ? left.removeFirst() : left.getFirst();
  }

  static Json argument(Json arguments, int which) {
    List<Json> all = JsonParts.elements(arguments);
    return which < all.size() ? all.get(which) : Json.NULL;
  }
}
