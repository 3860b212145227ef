/** Every tool of every plugin as one MCP server. */
@org.jspecify.annotations.NullMarked
module io.polyplug.gateway {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.contracts.mcp;
  requires transitive io.polyplug.contracts.bab;
  requires io.polyplug.door;

  exports io.polyplug.gateway;
}
