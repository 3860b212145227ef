/** The bento contract: language adapters as plugins. */
@org.jspecify.annotations.NullMarked
module io.polyplug.contracts.bento {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.host;

  exports io.polyplug.bento;
  exports io.polyplug.bento.protocol;

  provides io.polyplug.host.Contract with
      io.polyplug.bento.BentoContract;
}
