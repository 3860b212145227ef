/** HTTP or HTTPS for those who know a token. */
@org.jspecify.annotations.NullMarked
module io.polyplug.door {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.base;
  requires org.eclipse.jetty.server;
  requires org.eclipse.jetty.unixdomain.server;

  exports io.polyplug.door;
}
