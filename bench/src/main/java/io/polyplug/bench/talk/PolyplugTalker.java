package io.polyplug.bench.talk;

import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.process.Environment;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.wire.Call;
import io.polyplug.wire.Json;
import io.polyplug.wire.Peer;
import java.nio.file.Path;

/** Ours. Safe from any thread. */
public final class PolyplugTalker implements Talker {
  private final PolyplugChild echo;
  private final String method;
  private final Json params;

  /** With a child of its own. */
  public PolyplugTalker(Path program, Protocol protocol, int size) throws LaunchFailure {
    echo = PolyplugChild.start(program, protocol);
    method = protocol.method();
    params = Json.parse(protocol.params(size));
  }

  /** With an MCP server of its own, which is greeted. */
  public PolyplugTalker(McpProgram program, int size) throws LaunchFailure, InterruptedException {
    ProcessSpec spec =
        ProcessSpec.of(program.program())
            .arguments(program.arguments())
            .environment(Environment.empty().inheritAll().withAll(program.variables()))
            .build();
    echo = PolyplugChild.start(spec, Protocol.MCP, _ -> {});
    method = Protocol.MCP.method();
    params = Json.parse(program.params(size));
    greet(echo.peer());
  }

  /** Opens a conversation, as every server but the native child insists on. */
  static void greet(Peer peer) throws InterruptedException {
    Json hello =
        Json.parse(
            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                + "\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}");
    peer.call(McpMethods.INITIALIZE, hello).await();
    peer.notify(McpMethods.INITIALIZED, null);
  }

  @Override
  public Reply send() {
    Call call = echo.peer().call(method, params);
    return call::await;
  }

  @Override
  public void close() {
    echo.close();
  }
}
