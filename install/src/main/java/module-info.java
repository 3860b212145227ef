/** The package store: fetches, checks, installs, upgrades and verifies plugins. */
@org.jspecify.annotations.NullMarked
module io.polyplug.install {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.host;
  requires java.net.http;
  requires org.apache.commons.compress;

  exports io.polyplug.install;
}
