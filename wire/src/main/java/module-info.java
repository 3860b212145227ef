/** Frames, JSON-RPC messages, peers and transports. Knows no process and no contract. */
@org.jspecify.annotations.NullMarked
module io.polyplug.wire {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.base;
  requires transitive tools.jackson.core;
  requires java.net.http;

  exports io.polyplug.wire;
}
