/** See, call, stream and watch every plugin in a browser. */
@org.jspecify.annotations.NullMarked
module io.polyplug.workbench {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.host;
  requires transitive io.polyplug.install;
  requires io.polyplug.contracts.ainb;
  requires transitive io.polyplug.conformance;
  requires transitive io.polyplug.door;
  requires java.net.http;
  requires java.xml;
  requires micrometer.core;
  requires micrometer.registry.prometheus;

  exports io.polyplug.workbench;
}
