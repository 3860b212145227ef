package io.polyplug.mcp;

import io.polyplug.host.Held;
import io.polyplug.host.Plugin;
import io.polyplug.host.Started;
import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A server in MCP's own types: get it by {@code plugin.as(McpServerClient.class)}. Starts the
 * server if it does not run. Throws {@link io.polyplug.host.PluginException}; an interrupt cancels
 * what is under way. Safe from any thread. All that a server gives is untrusted text.
 */
public final class McpServerClient {
  private final Plugin plugin;

  McpServerClient(Plugin plugin) {
    this.plugin = plugin;
  }

  /**
   * What listens until it is closed; the server is kept running for it. Closing it again does
   * nothing.
   */
  public interface Subscription extends AutoCloseable {
    @Override
    void close();
  }

  /** What the server said of itself. */
  public McpServerInfo server() {
    return with(McpSession::server);
  }

  /** Its tools, as it gave them. */
  public List<McpTool> tools() {
    return with(session -> session.tools(false, Optional.empty()));
  }

  /** Calls a tool; one that fails gives a result that says so. */
  public McpToolResult call(String tool, Json arguments) {
    return call(tool, arguments, McpCallOptions.NONE);
  }

  /** Calls a tool; one that fails gives a result that says so. */
  public McpToolResult call(String tool, Json arguments, McpCallOptions options) {
    return with(session -> session.startTool(tool, arguments, options).await());
  }

  /**
   * Sends a call of a tool and returns while it is under way, so that one thread can have many. A
   * tool that fails gives a result that says so.
   */
  public Started<McpToolResult> start(String tool, Json arguments, McpCallOptions options) {
    Held<McpSession> held = plugin.hold(McpSession.class, false, Optional.empty());
    try {
      return held.until(held.session().startTool(tool, arguments, options));
    } catch (RuntimeException | Error failure) {
      held.close();
      throw failure;
    }
  }

  /** As {@link #start(String, Json, McpCallOptions)}, without options. */
  public Started<McpToolResult> start(String tool, Json arguments) {
    return start(tool, arguments, McpCallOptions.NONE);
  }

  /** Its resources, each as it gave it. */
  public List<Json> resources() {
    return list(McpMethods.RESOURCES_LIST, "resources");
  }

  /** Patterns of further resources, each as it gave it. */
  public List<Json> resourceTemplates() {
    return list(McpMethods.RESOURCES_TEMPLATES, "resourceTemplates");
  }

  /** The contents of a resource, each with {@code text} or {@code blob}. */
  public List<Json> readResource(String uri) {
    Json result =
        with(
            session ->
                session
                    .calls()
                    .askWithInput(
                        McpMethods.RESOURCES_READ,
                        RequestMeta.ascii("\"uri\":"),
                        Json.string(uri),
                        McpCallOptions.NONE)
                    .whole());
    return elements(result, "contents");
  }

  /** Is told the address of a resource, or of a part of it, whenever it has changed. */
  public Subscription subscribe(String uri, Consumer<String> listener) {
    return keep(session -> session.watches().watch(uri, listener));
  }

  /** Its prompts, each as it gave it. */
  public List<Json> prompts() {
    return list(McpMethods.PROMPTS_LIST, "prompts");
  }

  /** A prompt with its arguments filled in: an object with {@code messages}. */
  public Json getPrompt(String name, Map<String, String> arguments) {
    return with(
        session ->
            session
                .calls()
                .askWithInput(
                    McpMethods.PROMPTS_GET,
                    RequestMeta.ascii("\"name\":" + Json.string(name) + ",\"arguments\":"),
                    texts(arguments),
                    McpCallOptions.NONE)
                .whole());
  }

  /** Values that begin so, for an argument of a prompt. */
  public List<String> completePrompt(String prompt, String argument, String begun) {
    return complete("ref/prompt", "name", prompt, argument, begun, Map.of());
  }

  /**
   * Values that begin so, for a variable of a pattern of resources.
   *
   * @param others what other variables have been given
   */
  public List<String> completeResource(
      String template, String argument, String begun, Map<String, String> others) {
    return complete("ref/resource", "uri", template, argument, begun, others);
  }

  private List<String> complete(
      String type,
      String key,
      String of,
      String argument,
      String begun,
      Map<String, String> others) {
    Json members =
        Json.object(
            out -> {
              out.writeName("ref");
              out.writeStartObject();
              out.writeStringProperty("type", type);
              out.writeStringProperty(key, of);
              out.writeEndObject();
              out.writeName("argument");
              out.writeStartObject();
              out.writeStringProperty("name", argument);
              out.writeStringProperty("value", begun);
              out.writeEndObject();
              if (!others.isEmpty()) {
                out.writeName("context");
                out.writeStartObject();
                out.writeName("arguments");
                texts(others).writeTo(out);
                out.writeEndObject();
              }
            });
    Json result = with(session -> session.calls().ask(McpMethods.COMPLETE, members));
    Json completion = JsonParts.find(result, "completion")[0];
    return completion == null || completion.kind() != Json.Kind.OBJECT
        ? List.of()
        : elements(completion, "values").stream()
            .map(it -> Optional.ofNullable(it.stringValue()).orElseGet(it::toString))
            .toList();
  }

  /** Asks for log messages of this level and above, as long as this instance lives. */
  public void logLevel(LogLevel level) {
    with(
        session -> {
          session.logLevel(level);
          return true;
        });
  }

  /** Asks for a sign of life and says how long it took. */
  public Duration ping() {
    return with(
        session -> {
          long from = session.context().clock().nanoTime();
          // Modern servers have no ping, but all of them can say what they are.
          String method = session.server().modern() ? McpMethods.DISCOVER : McpMethods.PING;
          var _ = session.calls().ask(method, Json.EMPTY_OBJECT);
          return Duration.ofNanos(session.context().clock().nanoTime() - from);
        });
  }

  /** Is told whenever a list of the server's has changed, if the server tells that. */
  public Subscription onListChanged(ListKind kind, Runnable listener) {
    return keep(session -> session.watches().listen(kind, listener));
  }

  private List<Json> list(String method, String member) {
    return with(session -> session.pages(method, session.times().request()).read(member).items());
  }

  private static List<Json> elements(Json object, String member) {
    Json list = JsonParts.find(object, member)[0];
    return list == null || list.kind() != Json.Kind.ARRAY ? List.of() : JsonParts.elements(list);
  }

  private static Json texts(Map<String, String> values) {
    return Json.object(out -> values.forEach(out::writeStringProperty));
  }

  private <T> T with(Function<McpSession, T> body) {
    try (Held<McpSession> held = plugin.hold(McpSession.class, false, Optional.empty())) {
      return body.apply(held.session());
    }
  }

  private Subscription keep(Function<McpSession, Runnable> opening) {
    Held<McpSession> held = plugin.hold(McpSession.class, false, Optional.empty());
    try {
      Runnable end = opening.apply(held.session());
      AtomicBoolean closed = new AtomicBoolean();
      return () -> {
        if (closed.compareAndSet(false, true)) {
          try {
            end.run();
          } finally {
            held.close();
          }
        }
      };
    } catch (RuntimeException | Error failure) {
      held.close();
      throw failure;
    }
  }
}
