/** The MCP contract: MCP servers as plugins, and the messages of both ends. */
@org.jspecify.annotations.NullMarked
module io.polyplug.contracts.mcp {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.host;
  requires transitive io.polyplug.protocol;
  requires java.net.http;

  exports io.polyplug.mcp;

  provides io.polyplug.host.Contract with
      io.polyplug.mcp.McpContract;
}
