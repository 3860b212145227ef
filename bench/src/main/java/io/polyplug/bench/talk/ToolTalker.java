package io.polyplug.bench.talk;

import io.polyplug.host.Tool;
import io.polyplug.host.ToolCall;
import io.polyplug.mcp.McpServerClient;
import io.polyplug.wire.Json;

/**
 * Our MCP client as its users have it: a plugin of a host. Its calls block, so one is sent by who
 * awaits it. Safe from any thread.
 */
public final class ToolTalker implements Talker {
  private final McpHost host;
  private final Reply call;

  private ToolTalker(McpHost host, Reply call) {
    this.host = host;
    this.call = call;
  }

  /** By the tool of the plugin, as for a plugin of any contract; takes the host. */
  public static ToolTalker tool(McpHost host, int size) {
    Tool tool = host.plugin().tool("echo");
    ToolCall call = ToolCall.of(Json.parse(Protocol.MCP.arguments(size)));
    return new ToolTalker(host, () -> tool.call(call));
  }

  /** By the typed client of the contract; takes the host. */
  public static ToolTalker client(McpHost host, int size) {
    McpServerClient client = host.plugin().as(McpServerClient.class);
    Json arguments = Json.parse(Protocol.MCP.arguments(size));
    return new ToolTalker(host, () -> client.call("echo", arguments));
  }

  @Override
  public Reply send() {
    return call;
  }

  @Override
  public void close() {
    host.close();
  }
}
