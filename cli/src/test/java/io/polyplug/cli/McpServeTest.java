package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** {@code polyplug mcp serve} as the official Java SDK and scripts use it. */
class McpServeTest extends SidecarStage {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final BlockingQueue<ProgressNotification> progress = new LinkedBlockingQueue<>();
  private final BlockingQueue<List<Tool>> changes = new LinkedBlockingQueue<>();

  private McpSyncClient client(McpClientTransport transport) {
    McpSyncClient client =
        McpClient.sync(transport)
            .requestTimeout(LONG)
            .initializationTimeout(LONG)
            .progressConsumer(progress::add)
            .toolsChangeConsumer(changes::add)
            .build();
    client.initialize();
    return client;
  }

  private McpSyncClient overLines() {
    List<String> command = Program.commandLine("mcp", "serve");
    ServerParameters server =
        ServerParameters.builder(command.getFirst())
            .args(command.subList(1, command.size()))
            .env(environment)
            .build();
    return client(new StdioClientTransport(server, McpJsonDefaults.getMapper()));
  }

  private McpSyncClient overHttp(String url, String token) {
    return client(
        HttpClientStreamableHttpTransport.builder(url.substring(0, url.lastIndexOf('/')))
            .endpoint("/mcp")
            .addHttpRequestCustomizer(
                (builder, method, uri, body, context) ->
                    builder.header("Authorization", "Bearer " + token))
            .build());
  }

  private void use(McpSyncClient client) throws InterruptedException {
    assertThat(client.getServerInfo().name()).isEqualTo("polyplug");
    assertThat(client.listTools().tools().stream().map(Tool::name))
        .contains("echo_Echo_echo", "echo_Echo_ticks");
    assertThat(text(client, "echo_Echo_echo", Map.of("text", "é"))).contains("é");
    client.callTool(
        CallToolRequest.builder("echo_Echo_ticks")
            .arguments(Map.of("count", 3))
            .meta(Map.of("progressToken", "p"))
            .build());
    ProgressNotification last = progress.poll(60, TimeUnit.SECONDS);
    assertThat(last).isNotNull();
    assertThat(client.listPrompts().prompts()).isNotEmpty();
  }

  private static String text(McpSyncClient client, String tool, Map<String, Object> arguments) {
    CallToolResult result =
        client.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
    return ((TextContent) result.content().getFirst()).text();
  }

  @Test
  void theOfficialSdkUsesItOverStandardStreams() throws Exception {
    try (McpSyncClient client = overLines()) {
      use(client);
    }
  }

  @Test
  void theOfficialSdkUsesItOverHttp() throws Exception {
    Program serve = start("mcp", "serve", "--http", "0", "--json");
    Map<String, Json> said = JsonParts.members(Json.parse(serve.awaitLine(line -> true)));
    String url = String.valueOf(Objects.requireNonNull(said.get("url")).stringValue());
    String token = String.valueOf(Objects.requireNonNull(said.get("token")).stringValue());
    try (McpSyncClient client = overHttp(url, token)) {
      use(client);
    }
    assertThat(catchThrowable(() -> overHttp(url, token + "x"))).isNotNull();
  }

  @Test
  void aClientThatIsCutOffIsToldWhy() throws Exception {
    Program serve = start("mcp", "serve");
    try {
      serve.send("x".repeat(17 << 20));
    } catch (IOException cutOff) {
      // Before all of it was written.
    }
    assertThat(serve.awaitError(line -> line.startsWith("polyplug: The client was cut off: ")))
        .contains("16777216");
    assertThat(serve.awaitExit()).isZero();
  }

  @Test
  void aPluginThatWritesWithoutEndIsCutShortAndThatIsTold() throws Exception {
    Path script = folder.resolve("flood.py");
    Files.writeString(
        script,
        """
        import json, sys
        for line in sys.stdin:
            request = json.loads(line)
            if request.get("method") != "initialize":
                if "id" in request:
                    print(json.dumps({"jsonrpc": "2.0", "id": request["id"],
                        "error": {"code": -32601, "message": "no such method"}}), flush=True)
                continue
            for i in range(20000):
                print("stderr", i, file=sys.stderr)
                print(json.dumps({"jsonrpc": "2.0", "method": "notifications/message",
                    "params": {"level": "info", "data": "message %d" % i}}))
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": {
                "protocolVersion": "2025-11-25", "capabilities": {},
                "serverInfo": {"name": "flood", "version": "1"}}}), flush=True)
        """);
    Files.writeString(
        home.resolve("polyplug.toml"),
        "[[plugin]]\ncontract = 'mcp'\nid = 'flood'\ncommand = 'python3'\nargs = ['"
            + script
            + "']\nprobe_timeout = '60s'\n");
    Program serve = start("mcp", "serve");
    assertThat(serve.awaitError(line -> line.contains(" of its log left out")))
        .matches("flood: \\d+ lines of its log left out; it writes more than 50 a second");
  }

  @Test
  void aScriptThatClosesItsSideGetsItsAnswers() throws Exception {
    Program serve = start("mcp", "serve");
    serve.send(
        """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}
        {"jsonrpc":"2.0","id":2,"method":"ping"}
        """);
    serve.closeInput();
    serve.awaitLine(line -> line.contains("\"protocolVersion\":\"2025-06-18\""));
    serve.awaitLine(line -> line.equals("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}"));
    assertThat(serve.awaitExit()).isZero();
  }

  @Test
  void aLongConversationIsAnsweredToTheLast() throws Exception {
    Program serve = start("mcp", "serve");
    serve.send(
        """
        {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}
        """);
    serve.awaitLine(line -> line.contains("\"id\":0"));
    // One after another, for so long that whoever answers reads on.
    for (int i = 1; i <= 200; i++) {
      serve.send(call(i));
      awaitAnswer(serve, i);
    }
    // Then many at once, in pieces that end anywhere, and no word more.
    StringBuilder rest = new StringBuilder();
    for (int i = 201; i <= 400; i++) {
      rest.append(call(i));
    }
    for (int from = 0; from < rest.length(); from += 1_000) {
      serve.send(rest.substring(from, Math.min(rest.length(), from + 1_000)));
    }
    serve.closeInput();
    Set<Integer> left = new HashSet<>();
    for (int i = 201; i <= 400; i++) {
      left.add(i);
    }
    serve.awaitLine(
        line -> {
          left.removeIf(id -> line.contains("\"id\":" + id + ",\"result\""));
          return left.isEmpty();
        });
    assertThat(serve.awaitExit()).isZero();
  }

  private static String call(int id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + ",\"method\":\"tools/call\",\"params\":{\"name\":\"echo_Echo_echo\",\"arguments\":{\"text\":\"t\"}}}\n";
  }

  private static void awaitAnswer(Program serve, int id) throws InterruptedException {
    serve.awaitLine(line -> line.contains("\"id\":" + id + ",\"result\""));
  }

  @Test
  void aPatternThatIsNoneIsAMistakeOfTheCommandLine() throws Exception {
    Program serve = start("mcp", "serve", "--only", "[");
    serve.awaitError(line -> line.contains("--only: expected a glob such as 'echo_*', found ["));
    assertThat(serve.awaitExit()).isEqualTo(2);
  }
}
