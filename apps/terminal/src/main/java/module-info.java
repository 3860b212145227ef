/** The screens of ainb plugins in a terminal. */
@org.jspecify.annotations.NullMarked
module io.polyplug.terminal {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.contracts.ainb;
  requires org.jline;
  requires java.desktop;

  exports io.polyplug.terminal;
}
