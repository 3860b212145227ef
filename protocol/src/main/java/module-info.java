/** What each contract says on the wire, as records, for both ends of it. Knows no host. */
@org.jspecify.annotations.NullMarked
module io.polyplug.protocol {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.wire;

  exports io.polyplug.ainb.protocol;
  exports io.polyplug.bab.protocol;
  exports io.polyplug.bento.protocol;
  exports io.polyplug.bowire.protocol;
  exports io.polyplug.mcp.protocol;
  exports io.polyplug.mcp.server;
  exports io.polyplug.own.protocol;
  exports io.polyplug.rune.protocol;
}
