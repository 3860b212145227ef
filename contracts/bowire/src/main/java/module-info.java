/** The Bowire contract: sidecars with calls, streams and channels. */
@org.jspecify.annotations.NullMarked
module io.polyplug.contracts.bowire {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.host;
  requires transitive io.polyplug.protocol;

  exports io.polyplug.bowire;

  provides io.polyplug.host.Contract with
      io.polyplug.bowire.BowireContract;
}
