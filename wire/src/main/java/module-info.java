/** Frames, JSON-RPC messages, peers and transports. Knows no process and no contract. */
@org.jspecify.annotations.NullMarked
module io.polyplug.wire {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.base;
  requires transitive tools.jackson.core;
  requires java.net.http;
  requires org.apache.httpcomponents.core5.httpcore5;

  exports io.polyplug.wire;
}
