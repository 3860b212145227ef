/** An application's own contract, from an interface of Java. */
@org.jspecify.annotations.NullMarked
module io.polyplug.contracts.own {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.host;
  requires transitive io.polyplug.protocol;

  exports io.polyplug.own;
}
