/** Plugins that speak every contract from one program. Knows no host. */
@org.jspecify.annotations.NullMarked
module io.polyplug.sdk {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.protocol;
  requires jdk.httpserver;

  exports io.polyplug.sdk;
}
