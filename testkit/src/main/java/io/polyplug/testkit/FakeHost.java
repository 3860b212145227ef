package io.polyplug.testkit;

import io.polyplug.ainb.AinbActions;
import io.polyplug.ainb.AinbContract;
import io.polyplug.ainb.AinbPlugin;
import io.polyplug.ainb.protocol.Bytes;
import io.polyplug.ainb.protocol.Fields;
import io.polyplug.host.Grants;
import io.polyplug.host.PluginState;
import io.polyplug.host.Tool;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolChannel;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolResult;
import io.polyplug.host.ToolStream;
import io.polyplug.host.bus.Snapshot;
import io.polyplug.host.bus.SnapshotBus;
import io.polyplug.mcp.McpContract;
import io.polyplug.mcp.McpHooks;
import io.polyplug.own.InterfaceContract;
import io.polyplug.sdk.Plugin;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A host for the tests of one plugin: the real host of its contract, with the plugin as a thread of
 * this JVM and time that stands still until the test moves it.
 *
 * <pre>{@code
 * try (FakeHost host = FakeHost.rune(plugin)) {
 *   assertThat(host.call("now", "{\"zone\":\"UTC\"}").output()...
 * }
 * }</pre>
 *
 * <p>Grants, settings and answers are given before the first call, which starts the host. Used by
 * the test's thread; whoever makes it closes it.
 */
public final class FakeHost implements AutoCloseable {
  private final VirtualHost stage;
  private final InMemoryPlugin plugin;
  private final Map<String, Function<Json, Json>> answers;

  private FakeHost(
      VirtualHost stage, InMemoryPlugin plugin, Map<String, Function<Json, Json>> answers) {
    this.stage = stage.add(plugin);
    this.plugin = plugin;
    this.answers = answers;
  }

  /** A host of rune: each call is a process of its own. */
  public static FakeHost rune(Plugin plugin) {
    return of(InMemoryPlugin.of("rune", plugin));
  }

  /** A host of bowire. */
  public static FakeHost bowire(Plugin plugin) {
    return of(InMemoryPlugin.of("bowire", plugin));
  }

  /** A host of ainb. */
  public static FakeHost ainb(Plugin plugin) {
    return of(InMemoryPlugin.of("ainb", plugin));
  }

  /** A host of bento, for language adapters: each question is a tool. */
  public static FakeHost bento(Plugin plugin) {
    return of(InMemoryPlugin.of("bento", plugin));
  }

  /** A host of MCP. */
  public static FakeHost mcp(Plugin plugin) {
    return mcp(plugin, McpHooks.NONE);
  }

  /** A host of MCP that answers what servers ask of it. */
  public static FakeHost mcp(Plugin plugin, McpHooks hooks) {
    return new FakeHost(
        new VirtualHost().contract(new McpContract(hooks)),
        InMemoryPlugin.of("mcp", plugin),
        new ConcurrentHashMap<>());
  }

  /**
   * A host of bab: each tool is a role, the prompt is its input, and the answer is what the program
   * prints. The adapter that the SDK writes is played by the test kit, which runs no JavaScript.
   */
  public static FakeHost bab(Plugin plugin) {
    FakeDelegate delegate = FakeDelegate.of(plugin);
    return new FakeHost(
        new VirtualHost().adapter(delegate), delegate.installed(), new ConcurrentHashMap<>());
  }

  /** The application of an own contract. */
  public static FakeHost own(InterfaceContract contract, Plugin plugin) {
    return new FakeHost(
        new VirtualHost().contract(contract),
        InMemoryPlugin.of(contract.id(), plugin),
        new ConcurrentHashMap<>());
  }

  /** A host for any program that reads and writes streams. */
  public static FakeHost of(InMemoryPlugin plugin) {
    VirtualHost stage = new VirtualHost();
    Map<String, Function<Json, Json>> answers = new ConcurrentHashMap<>();
    stage.contract(
        new AinbContract(
            stage.environment(),
            AinbActions.builtIn(),
            (name, method, params) ->
                Optional.ofNullable(answers.get(method)).map(it -> it.apply(params))));
    return new FakeHost(stage, plugin, answers);
  }

  /** A line of the plugin's table in {@code polyplug.toml}, as {@code idle_reap = "30s"}. */
  public FakeHost setting(String line) {
    plugin.setting(line);
    return this;
  }

  /** Allows the plugin these capabilities of those that it asks for, and no others. */
  public FakeHost granting(String... capabilities) {
    return grants(new Grants.Rule(Optional.of(Set.of(capabilities)), Set.of()));
  }

  /** Allows the plugin all that it asks for but these. */
  public FakeHost denying(String... capabilities) {
    return grants(new Grants.Rule(Optional.empty(), Set.of(capabilities)));
  }

  private FakeHost grants(Grants.Rule rule) {
    stage.with(it -> it.grants(Grants.of(Map.of(plugin.id(), rule))));
    return this;
  }

  /**
   * Answers what a plugin of ainb asks of files, network or actions, in place of the host's own
   * services and without their gates; a thrown {@link io.polyplug.wire.RpcException} is an error.
   *
   * @param method as it is on the wire, as {@code host/fs/read_file}
   */
  public FakeHost answering(String method, Function<Json, Json> answer) {
    if (!plugin.contract().equals("ainb")) {
      throw new IllegalArgumentException(
          "Only plugins of ainb ask their host by methods, and "
              + plugin.id()
              + " is of "
              + plugin.contract()
              + ": give hooks to FakeHost.mcp, or callbacks to an own contract.");
    }
    answers.put(method, answer);
    return this;
  }

  /** The host, for what is not here. */
  public VirtualHost stage() {
    return stage;
  }

  /** The plugin as the host has it. */
  public io.polyplug.host.Plugin plugin() {
    return stage.plugin(plugin.contract() + ":" + plugin.id());
  }

  /** The contract's own client of the plugin, as {@code AinbPlugin.class}. */
  public <T> T as(Class<T> client) {
    return plugin().as(client);
  }

  /** The home folder of the host's user, empty at first. */
  public Path home() {
    return stage.home();
  }

  /** What the plugin offers. */
  public List<ToolInfo> tools() {
    return plugin().tools();
  }

  /** Calls a tool by the name that the plugin gave it. */
  public ToolResult call(String tool, Json input) {
    return call(tool, ToolCall.of(input));
  }

  /** As {@link #call(String, Json)}, with the input as a text. */
  public ToolResult call(String tool, String input) {
    return call(tool, Json.parse(input));
  }

  /** Calls a tool with all that a call can have. */
  public ToolResult call(String tool, ToolCall call) {
    if (plugin.contract().equals("bab")) {
      return tool(tool).call(prompt(call));
    }
    return plugin.contract().equals("ainb")
            && tools().stream().noneMatch(it -> it.name().equals(tool))
        ? invoke(tool, call)
        : tool(tool).call(call);
  }

  /** What a tool of the SDK is to get is the prompt of its role. */
  private static ToolCall prompt(ToolCall call) {
    String text = call.input().toString();
    return new ToolCall(
        Json.object(out -> out.writeStringProperty("prompt", text)),
        call.target(),
        call.metadata(),
        call.context(),
        call.timeout(),
        call.progress());
  }

  /** The tools of a plugin of ainb are an action of its own name. */
  private ToolResult invoke(String tool, ToolCall call) {
    Json payload =
        Json.object(
            out -> {
              out.writeStringProperty("tool", tool);
              out.writeName("input");
              call.input().writeTo(out);
            });
    Json params =
        Json.object(
            out -> {
              out.writeStringProperty("action", plugin.id());
              out.writeStringProperty("payload", Bytes.write(payload.toByteArray()));
            });
    Json result = as(AinbPlugin.class).invokeAction(params);
    return ToolResult.ok(Json.parse(Fields.of("result", result).bytes("payload")), Duration.ZERO);
  }

  /** Calls a tool on a thread of its own, so that the test can advance time meanwhile. */
  public Future<ToolResult> begin(String tool, Json input) {
    return stage.begin(() -> call(tool, input));
  }

  /** What came of it; what it threw is thrown here. */
  public <T> T await(Future<T> begun) {
    return stage.await(begun);
  }

  /** Begins a stream; the caller closes it. */
  public ToolStream stream(String tool, Json input) {
    return tool(tool).stream(ToolCall.of(input));
  }

  /** Opens a channel, or a screen as {@code screen/NAME}; the caller closes it. */
  public ToolChannel open(String tool, Json input) {
    return tool(tool).open(ToolCall.of(input));
  }

  /** A sidecar's tools are named by their service as well. */
  private Tool tool(String name) {
    String full =
        plugin.contract().equals("bowire") && name.indexOf('/') < 0
            ? plugin.id() + "/" + name
            : name;
    return plugin().tool(full);
  }

  /** Publishes a snapshot as the host, to whoever hears the topic. */
  public long publish(String topic, byte[] payload) {
    return stage.host().bus().publish(SnapshotBus.HOST, topic, payload);
  }

  /** The last value of a topic, whoever published it. */
  public Optional<Snapshot> published(String topic) {
    return stage.host().bus().latest(topic);
  }

  /** Ends the plugin as its host does when it is no longer wanted, in as much time as it takes. */
  public void stop() {
    io.polyplug.host.Plugin running = plugin();
    running.disable();
    stage.time().runUntil(stage.begin(() -> running.awaitSettled(Duration.ofDays(1))));
  }

  /** Moves time on; see {@link VirtualTime#advance}. */
  public void advance(Duration by) {
    stage.advance(by);
  }

  /** All messages so far, both ways, in order. */
  public List<Frame> frames() {
    return stage.frames();
  }

  /** All that it logged or wrote to its standard error, and what the host says about it. */
  public List<String> logs() {
    return stage.logs(plugin.id());
  }

  /** The states that it has entered, in order. */
  public List<PluginState> states() {
    return stage.states(plugin.id());
  }

  /** Waits for the first message, old or new, that is like this. */
  public Frame awaitFrame(Predicate<Frame> like) {
    return stage.awaitFrame(like);
  }

  /** Waits for the first request or notification of this name, either way, old or new. */
  public Frame awaitFrame(String method) {
    return awaitFrame(it -> it.method().equals(Optional.of(method)));
  }

  /** Waits until it has entered a state. */
  public void awaitState(PluginState state) {
    stage.awaitState(plugin.id(), state, 1);
  }

  /** Waits for a line that contains this. */
  public String awaitLog(String part) {
    return stage.awaitLog(plugin.id(), part);
  }

  @Override
  public void close() {
    stage.close();
  }
}
