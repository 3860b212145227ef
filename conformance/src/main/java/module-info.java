/** Whether a plugin keeps its contract, and whether a host bears plugins that do not. */
@org.jspecify.annotations.NullMarked
module io.polyplug.conformance {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.host;
  requires io.polyplug.contracts.ainb;
  requires io.polyplug.contracts.bab;
  requires io.polyplug.contracts.bento;
  requires io.polyplug.contracts.bowire;
  requires io.polyplug.contracts.mcp;
  requires io.polyplug.contracts.rune;
  requires transitive io.polyplug.contracts.own;

  exports io.polyplug.conformance;
  exports io.polyplug.conformance.own;
  exports io.polyplug.conformance.proof;
  exports io.polyplug.conformance.proof.hostile;
  exports io.polyplug.conformance.replay;
}
