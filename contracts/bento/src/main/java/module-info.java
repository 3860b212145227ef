/** The bento contract: language adapters as plugins. */
@org.jspecify.annotations.NullMarked
module io.polyplug.contracts.bento {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.host;
  requires transitive io.polyplug.protocol;

  exports io.polyplug.bento;

  provides io.polyplug.host.Contract with
      io.polyplug.bento.BentoContract;
}
