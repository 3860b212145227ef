package io.polyplug.bench.talk;

import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The MCP Java SDK by its asynchronous client, which the synchronous one only wraps. Its transport
 * refuses a send while another thread sends, so all calls come from one thread; that thread may
 * have many under way.
 */
public final class McpTalker implements Talker {
  private final McpAsyncClient client;
  private final CallToolRequest request;

  /** With a child of its own. */
  public McpTalker(Path echo, int size) {
    this(McpProgram.echo(echo), size);
  }

  /** With a server of its own. */
  public McpTalker(McpProgram program, int size) {
    ServerParameters server =
        ServerParameters.builder(program.program().toString())
            .args(program.arguments())
            .env(program.variables())
            .build();
    client =
        McpClient.async(new StdioClientTransport(server, McpJsonDefaults.getMapper()))
            .requestTimeout(Duration.ofMinutes(1))
            .initializationTimeout(Duration.ofMinutes(1))
            .build();
    client.initialize().block(Duration.ofMinutes(1));
    request =
        CallToolRequest.builder(program.tool())
            .arguments(Map.of(program.argument(), Protocol.MCP.text(size)))
            .build();
  }

  @Override
  public Reply send() {
    CompletableFuture<CallToolResult> result = client.callTool(request).toFuture();
    return result::get;
  }

  @Override
  public void close() {
    client.closeGracefully().block(Duration.ofSeconds(10));
  }
}
