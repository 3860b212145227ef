/** Starts, watches and ends operating-system processes. Knows no JSON and no plugin. */
@org.jspecify.annotations.NullMarked
module io.polyplug.process {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.base;

  exports io.polyplug.process;
}
