package io.polyplug.gateway.subject;

import io.polyplug.base.Clock;
import io.polyplug.mcp.protocol.McpDialect;
import io.polyplug.mcp.server.StreamServer;
import io.polyplug.wire.ByteSink;
import io.polyplug.wire.StreamTransport;

/** The same subject as a program of its own, over its standard streams. */
public final class StdioSubject {
  private StdioSubject() {}

  /** Serves until the input ends. */
  public static void main(String[] arguments) throws Exception {
    StreamTransport transport =
        new StreamTransport(
            "subject", System.in, ByteSink.of(System.out), McpDialect.LINES, Clock.system(), null);
    try (StreamServer server = StreamServer.over(transport, ConformanceSubject.create())) {
      server.ended().toCompletableFuture().get();
    }
  }
}
