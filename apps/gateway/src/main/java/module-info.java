/** Every tool of every plugin as one MCP server. */
@org.jspecify.annotations.NullMarked
module io.polyplug.gateway {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.contracts.mcp;
  requires transitive io.polyplug.contracts.bab;
  requires org.eclipse.jetty.server;

  exports io.polyplug.gateway;
}
