/** The MCP contract: MCP servers as plugins, and the messages of both ends. */
@org.jspecify.annotations.NullMarked
module io.polyplug.contracts.mcp {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.host;
  requires java.net.http;

  exports io.polyplug.mcp;
  exports io.polyplug.mcp.protocol;
  exports io.polyplug.mcp.server;

  provides io.polyplug.host.Contract with
      io.polyplug.mcp.McpContract;
}
