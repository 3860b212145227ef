/** The ainb contract: plugins that call back, draw screens and exchange snapshots. */
@org.jspecify.annotations.NullMarked
module io.polyplug.contracts.ainb {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.host;
  requires transitive io.polyplug.protocol;
  requires org.apache.httpcomponents.core5.httpcore5;

  exports io.polyplug.ainb;

  provides io.polyplug.host.Contract with
      io.polyplug.ainb.AinbContract;
}
