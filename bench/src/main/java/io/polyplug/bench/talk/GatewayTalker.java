package io.polyplug.bench.talk;

import io.polyplug.gateway.Gateway;
import io.polyplug.mcp.protocol.McpDialect;
import io.polyplug.wire.Json;
import io.polyplug.wire.MemoryTransport;
import io.polyplug.wire.Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A gateway and its client in this JVM, with the native child behind it. Safe from any thread. */
public final class GatewayTalker implements Talker {
  private final McpHost host;
  private final Gateway gateway;
  private final Peer peer;
  private final Json params;

  /** With a child of its own. */
  public GatewayTalker(Path echo, int size) throws IOException, InterruptedException {
    host = McpHost.over(echo);
    gateway = new Gateway(host.host(), "bench", Map.of(), List.of(), System.err::println);
    MemoryTransport.Pair pair = MemoryTransport.pair();
    var _ = gateway.serve(pair.right());
    peer = Peer.over(pair.left(), McpDialect.CLIENT).start();
    PolyplugTalker.greet(peer);
    params = Json.parse(Protocol.MCP.params(size, McpHost.GATEWAY_TOOL));
  }

  @Override
  public Reply send() {
    return peer.call(Protocol.MCP.method(), params)::await;
  }

  @Override
  public void close() {
    peer.close();
    gateway.close();
    host.close();
  }
}
