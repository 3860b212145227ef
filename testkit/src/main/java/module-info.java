/** Tests of plugins without a host, and of hosts without processes. */
@org.jspecify.annotations.NullMarked
module io.polyplug.testkit {
  requires static transitive org.jspecify;
  requires java.management;
  requires jdk.management;
  requires transitive io.polyplug.host;
  requires transitive io.polyplug.sdk;
  requires transitive io.polyplug.contracts.ainb;
  requires transitive io.polyplug.contracts.bab;
  requires transitive io.polyplug.contracts.bento;
  requires transitive io.polyplug.contracts.bowire;
  requires transitive io.polyplug.contracts.mcp;
  requires transitive io.polyplug.contracts.own;
  requires transitive io.polyplug.contracts.rune;

  exports io.polyplug.testkit;
}
