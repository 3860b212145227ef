/** The rune contract: one process per tool call. */
@org.jspecify.annotations.NullMarked
module io.polyplug.contracts.rune {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.host;
  requires transitive io.polyplug.protocol;

  exports io.polyplug.rune;

  provides io.polyplug.host.Contract with
      io.polyplug.rune.RuneContract;
}
