/** The Bowire contract: sidecars with calls, streams and channels. */
@org.jspecify.annotations.NullMarked
module io.polyplug.contracts.bowire {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.host;

  exports io.polyplug.bowire;
  exports io.polyplug.bowire.protocol;

  provides io.polyplug.host.Contract with
      io.polyplug.bowire.BowireContract;
}
