/** The monorepo orchestrator on the bento contract. */
@org.jspecify.annotations.NullMarked
module io.polyplug.monorepo {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.contracts.bento;
  requires java.net.http;

  exports io.polyplug.monorepo;
  exports io.polyplug.monorepo.config;
  exports io.polyplug.monorepo.plan;
  exports io.polyplug.monorepo.run;
}
