/** The monorepo orchestrator on the bento contract. */
@org.jspecify.annotations.NullMarked
module io.polyplug.monorepo {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.contracts.bento;
  requires java.net.http;
  requires org.apache.commons.compress;

  exports io.polyplug.monorepo;
}
