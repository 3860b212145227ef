/** Clock, escaping of untrusted text, bounded lines and files: what every other module may use. */
@org.jspecify.annotations.NullMarked
module io.polyplug.base {
  requires static transitive org.jspecify;

  exports io.polyplug.base;
}
