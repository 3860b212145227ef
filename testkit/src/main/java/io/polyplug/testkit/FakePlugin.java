package io.polyplug.testkit;

import io.polyplug.own.InterfaceContract;
import io.polyplug.own.protocol.RemoteMethod;
import io.polyplug.sdk.OwnContract;
import io.polyplug.sdk.Plugin;
import io.polyplug.sdk.ToolError;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A plugin that does what a test says, for tests of hosts. What nobody scripted is answered by a
 * plugin of the SDK, and so as the contract wants it; a {@link Reaction} replaces the answer to one
 * method.
 *
 * <p>Set up before it is added to a {@link VirtualHost}; what it was told and what it says by
 * itself is safe from any thread. Reactions count over all its instances: the first start may fail
 * and the second one be good.
 */
public final class FakePlugin {
  private static final Json ANY = Json.parse("{\"type\":\"object\"}");

  private final String contract;
  private final Wire wire;
  private final Plugin plugin;
  private final List<Consumer<InMemoryPlugin>> installing = new ArrayList<>();
  private final Map<String, Deque<Reaction>> script = new HashMap<>();
  private final Deque<Reaction> starts = new ArrayDeque<>();
  private final Map<String, UnaryOperator<Json>> ownMethods = new HashMap<>();
  private final List<Frame> received = new ArrayList<>();
  private volatile @Nullable FakeInstance current;
  private boolean deafToTerm;
  private boolean deafToEnd;

  private FakePlugin(String contract, Wire wire, Plugin plugin) {
    this.contract = contract;
    this.wire = wire;
    this.plugin = plugin;
  }

  /** One of rune; its methods are called {@code handshake} and {@code request}. */
  public static FakePlugin rune(String id) {
    return of("rune", Plugin.named(id));
  }

  /** A sidecar. */
  public static FakePlugin bowire(String id) {
    return of("bowire", Plugin.named(id));
  }

  /** One of ainb. */
  public static FakePlugin ainb(String id) {
    return of("ainb", Plugin.named(id));
  }

  /** A language adapter; what it can is set with {@link #as}. */
  public static FakePlugin bento(String id) {
    return of("bento", Plugin.named(id));
  }

  /** A server of MCP. */
  public static FakePlugin mcp(String id) {
    return of("mcp", Plugin.named(id));
  }

  /** One of an application's own contract; {@link #tool} gives the answers of its methods. */
  public static FakePlugin own(InterfaceContract contract, String id) {
    FakePlugin fake =
        new FakePlugin(contract.id(), new Wire.Rpc(contract.framing()), Plugin.named(id));
    OwnContract methods = OwnContract.named(contract.id(), contract.version());
    for (RemoteMethod method : contract.methods().methods()) {
      methods.answers(method.name(), (arguments, _) -> fake.answer(method.name(), arguments));
    }
    fake.plugin.implementing(methods);
    return fake;
  }

  /** A plugin of the SDK under one of the contracts that have a name of their own here. */
  public static FakePlugin of(String contract, Plugin plugin) {
    return new FakePlugin(contract, Wire.of(contract), plugin);
  }

  /** Declares more of the plugin that answers what is not scripted: screens, an adapter, … */
  public FakePlugin as(Consumer<Plugin> declaration) {
    declaration.accept(plugin);
    return this;
  }

  /** A tool, or for an own contract the answer of a method, whose input is its arguments. */
  public FakePlugin tool(String name, UnaryOperator<Json> answer) {
    if (wire instanceof Wire.Rpc && !Wire.isKnown(contract)) {
      ownMethods.put(name, answer);
    } else {
      plugin.tool(name, "Answers as a test says.", ANY, (input, _) -> answer.apply(input));
    }
    return this;
  }

  private Json answer(String method, OwnContract.Arguments arguments) {
    UnaryOperator<Json> answer = ownMethods.get(method);
    if (answer == null) {
      throw new ToolError(ToolError.NOT_FOUND, "the test gave no answer for " + method);
    }
    return answer.apply(
        Json.write(
            out -> {
              out.writeStartArray();
              for (int i = 0; i < arguments.count(); i++) {
                arguments.get(i, Json.class).writeTo(out);
              }
              out.writeEndArray();
            }));
  }

  /** What it does when this is asked of it: one after another, the last one from then on. */
  public FakePlugin on(String method, Reaction first, Reaction... then) {
    Deque<Reaction> all = new ArrayDeque<>(List.of(then));
    all.addFirst(first);
    script.put(method, all);
    return this;
  }

  /** Answers this method so. */
  public FakePlugin on(String method, Function<Json, Json> answer) {
    return on(method, Reaction.answer(answer));
  }

  /** What it does when it is started, before it reads anything: likewise. */
  public FakePlugin atStart(Reaction first, Reaction... then) {
    starts.addLast(first);
    starts.addAll(List.of(then));
    return this;
  }

  /** Does not end when it is told to by TERM. */
  public FakePlugin ignoringTerm() {
    deafToTerm = true;
    return this;
  }

  /** Does not end when its input does. */
  public FakePlugin ignoringEndOfInput() {
    deafToEnd = true;
    return this;
  }

  /** A line of its table in {@code polyplug.toml}. */
  public FakePlugin setting(String line) {
    installing.add(it -> it.setting(line));
    return this;
  }

  /** The file {@code manifest.toml}, in place of the one that fits. */
  public FakePlugin manifest(String toml) {
    installing.add(it -> it.file("manifest.toml", toml));
    return this;
  }

  /** As a host takes it. */
  InMemoryPlugin installed() {
    InMemoryPlugin installed =
        InMemoryPlugin.of(contract, plugin, self -> new FakeInstance(this, self).run());
    installing.forEach(it -> it.accept(installed));
    return installed;
  }

  /** All that hosts have sent it, in order. */
  public synchronized List<Frame> received() {
    return List.copyOf(received);
  }

  /** How often this has been asked of it or told it. */
  public int received(String method) {
    return (int) received().stream().filter(it -> it.method().equals(Optional.of(method))).count();
  }

  /** Tells the host something; throws {@link IllegalStateException} if it does not run. */
  public void tell(String method, Json params) {
    running().tell(method, params);
  }

  /** Asks something of the host, and waits for its answer, whole, as it came. */
  public Json ask(String method, Json params) {
    return running().ask(method, params);
  }

  /** Writes bytes to its output as they are. */
  public void write(byte[] bytes) {
    running().write(bytes);
  }

  /** Writes a line to its standard error. */
  public void log(String line) {
    running().log(line);
  }

  /** Ends its process now. */
  public void crash(int code) {
    running().exit(code);
  }

  private FakeInstance running() {
    FakeInstance instance = current;
    if (instance == null) {
      throw new IllegalStateException("The fake plugin has not been started yet.");
    }
    return instance;
  }

  void began(FakeInstance instance) {
    current = instance;
  }

  synchronized void received(Frame frame) {
    received.add(frame);
  }

  synchronized Reaction next(String method) {
    return next(script.get(method));
  }

  synchronized Reaction nextStart() {
    return next(starts);
  }

  private static Reaction next(@Nullable Deque<Reaction> left) {
    if (left == null || left.isEmpty()) {
      return Reaction.usual();
    }
    return left.size() > 1 ? left.removeFirst() : left.getFirst();
  }

  String key() {
    return contract;
  }

  Wire wire() {
    return wire;
  }

  Framing framing() {
    return wire.framing();
  }

  Plugin plugin() {
    return plugin;
  }

  boolean isDeafToTerm() {
    return deafToTerm;
  }

  boolean isDeafToEnd() {
    return deafToEnd;
  }
}
