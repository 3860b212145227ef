package io.polyplug.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.polyplug.process.ProgramLookup;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A foreign host: the client of the official library for Java, against the samples of all SDKs. */
class OfficialClientTest {
  private static final Path SDKS =
      Path.of(System.getProperty("polyplug.root"), "sdk").toAbsolutePath().normalize();

  private final BlockingQueue<String> progress = new LinkedBlockingQueue<>();

  @Test
  void javaOverLines() throws Exception {
    talk(lines(JavaCommand.of(SamplePlugin.class)));
  }

  @ParameterizedTest
  @CsvSource({"python3, python/sample.py", "node, node/sample.mjs"})
  void othersOverLines(String program, String sample) throws Exception {
    assumeTrue(ProgramLookup.ofHost().has(program), program + " is not installed");
    talk(lines(List.of(program, SDKS.resolve(sample).toString())));
  }

  @Test
  void javaOverHttp() throws Exception {
    List<String> command = new ArrayList<>(JavaCommand.of(SamplePlugin.class));
    command.addAll(List.of("--http", "0"));
    Process process = new ProcessBuilder(command).start();
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      String url = said.readLine().substring("listening on ".length());
      talk(HttpClientStreamableHttpTransport.builder(url).endpoint("/mcp").build());
    } finally {
      process.destroyForcibly();
    }
  }

  private static McpClientTransport lines(List<String> command) {
    ServerParameters program =
        ServerParameters.builder(command.getFirst())
            .args(command.subList(1, command.size()))
            .build();
    return new StdioClientTransport(program, McpJsonDefaults.getMapper());
  }

  private void talk(McpClientTransport transport) throws InterruptedException {
    try (McpSyncClient client =
        McpClient.sync(transport)
            .requestTimeout(Duration.ofSeconds(60))
            .initializationTimeout(Duration.ofSeconds(60))
            .progressConsumer(it -> progress.add(it.message()))
            .build()) {
      assertThat(client.initialize().serverInfo().name()).isEqualTo("sample");
      client.ping();
      assertThat(client.listTools().tools())
          .extracting(McpSchema.Tool::name)
          .contains("echo", "fail", "count");
      McpSchema.CallToolResult echo =
          client.callTool(call("echo", Map.of("text", "ab", "times", 2)).build());
      assertThat(echo.structuredContent()).isEqualTo(Map.of("text", "abab", "length", 4));
      McpSchema.CallToolResult failed =
          client.callTool(call("fail", Map.of("code", "late", "message", "Over.")).build());
      assertThat(failed.isError()).isTrue();
      assertThat(failed.content().getFirst())
          .isInstanceOfSatisfying(
              McpSchema.TextContent.class, it -> assertThat(it.text()).isEqualTo("late: Over."));
      client.callTool(call("count", Map.of("to", 2)).progressToken("p").build());
      // That client hands out notifications side by side.
      assertThat(
              List.of(
                  String.valueOf(progress.poll(60, TimeUnit.SECONDS)),
                  String.valueOf(progress.poll(60, TimeUnit.SECONDS))))
          .containsExactlyInAnyOrder("{\"n\":1}", "{\"n\":2}");
    }
  }

  private static McpSchema.CallToolRequest.Builder call(
      String tool, Map<String, Object> arguments) {
    return McpSchema.CallToolRequest.builder(tool).arguments(arguments);
  }
}
