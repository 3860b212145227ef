package io.polyplug.bench.talk;

import io.polyplug.host.Tool;
import io.polyplug.host.ToolCall;
import io.polyplug.mcp.McpServerClient;
import io.polyplug.wire.Json;
import java.util.function.Supplier;

/** Our MCP client as its users have it: a plugin of a host. Safe from any thread. */
public final class ToolTalker implements Talker {
  private static final String ECHO = "echo";

  private final McpHost host;
  private final Supplier<Reply> sending;

  private ToolTalker(McpHost host, Supplier<Reply> sending) {
    this.host = host;
    this.sending = sending;
  }

  /** By the tool of the plugin, as for a plugin of any contract; takes the host. */
  public static ToolTalker tool(McpHost host, int size) {
    Tool tool = host.plugin().tool(ECHO);
    ToolCall call = ToolCall.of(arguments(size));
    return new ToolTalker(host, () -> tool.start(call)::await);
  }

  /** By the typed client of the contract; takes the host. */
  public static ToolTalker client(McpHost host, int size) {
    McpServerClient client = host.plugin().as(McpServerClient.class);
    Json arguments = arguments(size);
    return new ToolTalker(host, () -> client.start(ECHO, arguments)::await);
  }

  /** As {@link #tool}, but a call is sent by who awaits it. */
  public static ToolTalker blockingTool(McpHost host, int size) {
    Tool tool = host.plugin().tool(ECHO);
    ToolCall call = ToolCall.of(arguments(size));
    return new ToolTalker(host, () -> () -> tool.call(call));
  }

  /** As {@link #client}, but a call is sent by who awaits it. */
  public static ToolTalker blockingClient(McpHost host, int size) {
    McpServerClient client = host.plugin().as(McpServerClient.class);
    Json arguments = arguments(size);
    return new ToolTalker(host, () -> () -> client.call(ECHO, arguments));
  }

  private static Json arguments(int size) {
    return Json.parse(Protocol.MCP.arguments(size));
  }

  @Override
  public Reply send() {
    return sending.get();
  }

  @Override
  public void close() {
    host.close();
  }
}
