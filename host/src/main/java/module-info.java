/** Plugins, contracts, supervision, grants, tools and events. Knows no particular contract. */
@org.jspecify.annotations.NullMarked
module io.polyplug.host {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.base;
  requires transitive io.polyplug.process;
  requires transitive io.polyplug.wire;
  requires transitive tools.jackson.databind;
  requires tools.jackson.dataformat.toml;

  exports io.polyplug.host;
  exports io.polyplug.host.bus;
  exports io.polyplug.host.config;
  exports io.polyplug.host.flight;
  exports io.polyplug.host.jvm;

  uses io.polyplug.host.Contract;
}
