package io.polyplug.mcp;

import io.polyplug.base.Deadline;
import io.polyplug.base.UntrustedText;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.Greeting;
import io.polyplug.host.HostEvent;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.Session;
import io.polyplug.host.Started;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolList;
import io.polyplug.host.ToolQuery;
import io.polyplug.host.ToolResult;
import io.polyplug.mcp.protocol.McpErrors;
import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One running server. Any number of calls at once, from any thread; all of them fail with the
 * reason when the server is gone.
 */
final class McpSession implements Session {
  /** What the codes of a server's own errors begin with. */
  static final String ERROR_PREFIX = "mcp:";

  /** A tool that says that it failed. */
  static final String TOOL_ERROR = "tool_error";

  private static final int KEPT_HEADS = 1_000;
  private static final int SHOWN = 80;

  private final McpPlugin plugin;
  private final InstanceContext context;
  private final McpLink link;
  private final ServerInbox inbox;
  private final McpServerInfo server;
  private final Greeting greeting;
  private final ServerCalls calls;
  private final ToolCatalog catalog;
  private final ServerWatches watches;
  private final Map<String, byte[]> heads = new ConcurrentHashMap<>();

  McpSession(
      McpPlugin plugin,
      InstanceContext context,
      McpLink link,
      ServerInbox inbox,
      McpServerInfo server) {
    this.plugin = plugin;
    this.context = context;
    this.link = link;
    this.inbox = inbox;
    this.server = server;
    this.greeting = Greeting.of("MCP " + server.version(), server.answer());
    this.calls = new ServerCalls(plugin, context, link, inbox, meta(plugin.logLevel()));
    this.catalog =
        new ToolCatalog(
            inbox.changes(),
            context.clock(),
            inbox.notices(),
            !server.modern() && server.has("tools", "listChanged"),
            server.modern() && link.needsTools());
    this.watches = new ServerWatches(plugin, server, calls, inbox, context.clock());
    link.tools(catalog);
    var _ =
        inbox
            .changes()
            .listen(
                ListKind.TOOLS,
                () -> {
                  if (catalog.isNews()) {
                    context.events().emit(new HostEvent.ToolsChanged(plugin.info().key()));
                  }
                });
  }

  private RequestMeta meta(Optional<LogLevel> level) {
    return server.modern()
        ? RequestMeta.modern(
            server.version(), Handshake.CLIENT, inbox.features().capabilities(), level)
        : RequestMeta.LEGACY;
  }

  /** Says what the configuration wants said, without waiting. */
  void begin() {
    Optional<LogLevel> level = plugin.logLevel();
    if (level.isPresent() && !server.modern() && server.has("logging")) {
      var _ = link.peer().call(McpMethods.SET_LEVEL, levelParams(level.get()));
    }
  }

  /** Asks for log messages of this level and above. */
  void logLevel(LogLevel level) {
    if (server.modern()) {
      calls.meta(meta(Optional.of(level)));
    } else {
      var _ = calls.ask(McpMethods.SET_LEVEL, levelParams(level));
    }
  }

  private static Json levelParams(LogLevel level) {
    return Json.object(out -> out.writeStringProperty("level", level.word()));
  }

  /** The number of an error that the server answered; 0 if it is none of JSON-RPC. */
  static int rpcCode(PluginError error) {
    String code = error.code();
    return code.startsWith(ERROR_PREFIX)
        ? Integer.parseInt(code.substring(ERROR_PREFIX.length()))
        : 0;
  }

  @Override
  public String plugin() {
    return plugin.id();
  }

  McpServerInfo server() {
    return server;
  }

  ServerCalls calls() {
    return calls;
  }

  ServerWatches watches() {
    return watches;
  }

  @Override
  public ToolResult call(String tool, ToolCall call) {
    return start(tool, call).await();
  }

  @Override
  public Started<ToolResult> start(String tool, ToolCall call) {
    long from = context.clock().nanoTime();
    McpCallOptions options =
        new McpCallOptions(call.timeout(), call.progress(), false, call.metadata());
    StartedTool sent = startTool(tool, call.input(), options);
    return new Started<>() {
      @Override
      public ToolResult await() {
        return result(sent.await(), from);
      }

      @Override
      public void close() {
        sent.close();
      }
    };
  }

  private ToolResult result(McpToolResult result, long from) {
    if (result.isError()) {
      throw new PluginError(plugin.id(), TOOL_ERROR, result.text(), result.whole());
    }
    return new ToolResult(
        result.output(),
        "ok",
        true,
        result.metadata(),
        Map.of(),
        Duration.ofNanos(context.clock().nanoTime() - from));
  }

  /** Sends a call of a tool; one that fails gives a result that says so. */
  StartedTool startTool(String tool, Json arguments, McpCallOptions options) {
    if (arguments.kind() != Json.Kind.OBJECT) {
      throw failure(FailureCode.INVALID_INPUT, "expected an object of arguments");
    }
    if (server.modern() && link.needsTools()) {
      Duration forTools = shorter(options.timeout());
      catalog.ensure(() -> askTools(forTools));
      if (catalog.isUnusable(tool)) {
        throw failure(
            FailureCode.TOOL_NOT_EXPOSED,
            "its tool "
                + UntrustedText.excerpt(tool, SHOWN)
                + " marks arguments for headers that cannot be");
      }
    }
    return new StartedTool(head(tool), arguments, options);
  }

  /** A call of a tool that is under way. */
  final class StartedTool implements Started<McpToolResult> {
    private final byte[] head;
    private final Json arguments;
    private final McpCallOptions options;
    private final Question question;

    private StartedTool(byte[] head, Json arguments, McpCallOptions options) {
      this.head = head;
      this.arguments = arguments;
      this.options = options;
      this.question = calls.send(McpMethods.TOOLS_CALL, head, arguments, options);
    }

    @Override
    public McpToolResult await() {
      try {
        return McpToolResult.read(question.await());
      } catch (PluginError answer) {
        if (rpcCode(answer) != McpErrors.HEADER_MISMATCH || !link.needsTools()) {
          throw answer;
        }
        // Its tools may want other headers by now.
        Duration forTools = shorter(options.timeout());
        var _ = catalog.tools(true, () -> askTools(forTools));
        return McpToolResult.read(
            calls.askWithInput(McpMethods.TOOLS_CALL, head, arguments, options));
      }
    }

    @Override
    public void close() {
      question.cancel();
    }
  }

  private byte[] head(String tool) {
    byte[] known = heads.get(tool);
    if (known == null) {
      known = RequestMeta.ascii("\"name\":" + Json.string(tool) + ",\"arguments\":");
      if (heads.size() < KEPT_HEADS) {
        heads.put(tool, known);
      }
    }
    return known;
  }

  @Override
  public List<ToolInfo> tools(ToolQuery query) {
    return tools(query.fresh(), query.timeout()).stream().map(McpTool::info).toList();
  }

  @Override
  public ToolList toolList(ToolQuery query) {
    return new ToolList(tools(query), catalog.passedOver());
  }

  List<McpTool> tools(boolean fresh, Optional<Duration> timeout) {
    if (!server.has("tools")) {
      return List.of();
    }
    Duration limit = shorter(timeout);
    List<McpTool> tools = catalog.tools(fresh, () -> askTools(limit));
    if (context.lasting()) {
      watches.watchLists();
    }
    return tools;
  }

  /** What the caller allows, but no more than any request may take. */
  private Duration shorter(Optional<Duration> timeout) {
    Duration usual = plugin.times().request();
    return timeout.filter(it -> it.compareTo(usual) < 0).orElse(usual);
  }

  private Pages.Whole askTools(Duration limit) {
    return pages(McpMethods.TOOLS_LIST, limit).read("tools");
  }

  Pages pages(String method, Duration limit) {
    Deadline within = Deadline.in(limit, context.clock());
    return new Pages(
        plugin.id(), inbox.notices(), members -> calls.ask(method, members, within.left()));
  }

  McpTimes times() {
    return plugin.times();
  }

  InstanceContext context() {
    return context;
  }

  private PluginFailure failure(FailureCode code, String message) {
    return new Failure(code, plugin.id(), message).thrown();
  }

  @Override
  public OptionalLong pid() {
    return link.pid();
  }

  @Override
  public Optional<Greeting> greeting() {
    return Optional.of(greeting);
  }

  @Override
  public CompletionStage<Failure> ended() {
    return link.gone();
  }

  @Override
  public boolean mayBeReaped() {
    return !inbox.changes().isWatched();
  }

  @Override
  public void close() {
    calls.stop();
    watches.close();
    link.close();
  }
}
