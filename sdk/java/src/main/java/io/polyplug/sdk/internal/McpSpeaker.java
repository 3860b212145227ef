package io.polyplug.sdk.internal;

import io.polyplug.mcp.protocol.Implementation;
import io.polyplug.mcp.protocol.McpDialect;
import io.polyplug.mcp.server.McpServer;
import io.polyplug.mcp.server.StreamServer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Speaks MCP over lines. */
final class McpSpeaker {
  private final Declaration plugin;
  private final HostInput in;
  private final HostOutput out;
  private final Running running;
  private final CountDownLatch over = new CountDownLatch(1);

  McpSpeaker(Declaration plugin, HostInput in, HostOutput out) {
    this.plugin = plugin;
    this.in = in;
    this.out = out;
    this.running = new Running(out.errors());
  }

  static McpServer server(Declaration plugin, Running running) {
    McpServer.Builder server =
        McpServer.named(new Implementation(plugin.name(), plugin.title(), plugin.version()))
            .logging();
    if (!plugin.callable().isEmpty()) {
      server.tools(new McpTools(plugin, running));
    }
    return server.build();
  }

  void speak() throws InterruptedException {
    // The input may end before there is a server that could finish what came.
    CountDownLatch begun = new CountDownLatch(1);
    StreamServer[] serving = new StreamServer[1];
    in.atEnd(
        () -> {
          try {
            begun.await();
            finish(serving[0]);
          } catch (InterruptedException e) {
            over.countDown();
          }
        });
    serving[0] =
        StreamServer.over(
            Conversation.transport(in, out, McpDialect.LINES), server(plugin, running));
    begun.countDown();
    serving[0].ended().whenComplete((_, _) -> over.countDown());
    over.await();
  }

  private void finish(StreamServer server) {
    server.finish(Duration.ofMillis(Program.FINISH_MILLIS));
    out.awaitClosed(Program.FLUSH_MILLIS);
    running.cancelAll();
    running.awaitQuiet(Program.CANCEL_MILLIS);
    over.countDown();
  }
}
