package io.polyplug.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.polyplug.gateway.subject.ConformanceSubject;
import io.polyplug.gateway.subject.StdioSubject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The client of the official library for Java, against the same server over both transports. */
class SdkClientTest {
  private final BlockingQueue<Integer> changes = new LinkedBlockingQueue<>();

  @Test
  void itWorksOverHttp() throws Exception {
    try (HttpDoor door = new HttpDoor(ConformanceSubject.create(), 0, Optional.empty())) {
      talk(
          HttpClientStreamableHttpTransport.builder("http://127.0.0.1:" + door.port())
              .endpoint(HttpDoor.PATH)
              .openConnectionOnStartup(true)
              .build());
    }
  }

  @Test
  void itWorksOverLines() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    ServerParameters program =
        ServerParameters.builder(java).args("-cp", classPath, StdioSubject.class.getName()).build();
    talk(new StdioClientTransport(program, McpJsonDefaults.getMapper()));
  }

  private void talk(McpClientTransport transport) throws InterruptedException {
    try (McpSyncClient client =
        McpClient.sync(transport)
            .requestTimeout(Duration.ofSeconds(60))
            .initializationTimeout(Duration.ofSeconds(60))
            .capabilities(McpSchema.ClientCapabilities.builder().elicitation().build())
            .elicitation(
                form ->
                    new McpSchema.ElicitResult(
                        McpSchema.ElicitResult.Action.ACCEPT, Map.of("username", "me")))
            .toolsChangeConsumer(tools -> changes.add(tools.size()))
            .build()) {
      assertThat(client.initialize().protocolVersion()).isEqualTo("2025-11-25");
      client.ping();
      assertThat(client.listTools().tools()).hasSizeGreaterThan(20);
      assertThat(call(client, "test_simple_text", Map.of()))
          .isEqualTo("This is a simple text response for testing.");
      assertThat(call(client, "test_elicitation", Map.of("message", "Who?"))).contains("accept");
      assertThat(client.listPrompts().prompts()).isNotEmpty();
      assertThat(client.listResources().resources()).isNotEmpty();
      call(client, "test_trigger_tool_change", Map.of());
      assertThat(changes.poll(30, TimeUnit.SECONDS)).isGreaterThan(20);
    }
  }

  private static String call(McpSyncClient client, String tool, Map<String, Object> arguments) {
    McpSchema.CallToolResult result =
        client.callTool(McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
    return ((McpSchema.TextContent) result.content().getFirst()).text();
  }
}
