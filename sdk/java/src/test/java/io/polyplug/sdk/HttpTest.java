package io.polyplug.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.bowire.BowireContract;
import io.polyplug.host.PluginHost;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolStream;
import io.polyplug.mcp.McpContract;
import io.polyplug.wire.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A plugin over HTTP, called by our own hosts. */
class HttpTest {
  private static final JsonMapper JSON = JsonMapper.shared();

  @TempDir private Path root;
  private Process process;
  private String url;

  @BeforeEach
  void serve() throws IOException {
    List<String> command = new ArrayList<>(JavaCommand.of(SamplePlugin.class));
    command.addAll(List.of("--http", "0"));
    process = new ProcessBuilder(command).start();
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    String line = said.readLine();
    assertThat(line).startsWith("listening on http://127.0.0.1:");
    url = line.substring("listening on ".length());
  }

  @AfterEach
  void stop() {
    process.destroyForcibly();
  }

  @Test
  void bowireCallsItAndReadsItsStream() throws Exception {
    Path folder = Files.createDirectory(root.resolve("sample"));
    Files.writeString(
        folder.resolve("sidecar.json"),
        "{\"packageId\":\"sample\",\"protocol\":{\"id\":\"sample\",\"name\":\"Sample\"},"
            + "\"transport\":\"http\",\"url\":\""
            + url
            + "/\"}");
    try (PluginHost host =
        PluginHost.builder().contract(new BowireContract()).pluginsFrom(root).build()) {
      JsonNode answer =
          host.plugin("sample").tool("sample/echo").call(JSON.readTree("{\"text\":\"ab\"}"));
      assertThat(answer.get("length").intValue()).isEqualTo(2);
      List<Integer> numbers = new ArrayList<>();
      try (ToolStream counted =
          host.plugin("sample").tool("sample/count").stream(JSON.readTree("{\"to\":3}"))) {
        counted.forEach(it -> numbers.add(it.get("n").intValue()));
      }
      assertThat(numbers).containsExactly(1, 2, 3);
    }
  }

  @Test
  void mcpCallsIt() throws Exception {
    Path config = root.resolve("polyplug.toml");
    Files.writeString(
        config, "[[plugin]]\ncontract = 'mcp'\nid = 'sample'\nurl = '" + url + "/mcp'\n");
    try (PluginHost host =
        PluginHost.builder().contract(new McpContract()).configFile(config).build()) {
      Json answer =
          host.plugin("sample")
              .tool("echo")
              .call(ToolCall.of(Json.parse("{\"text\":\"ab\"}")))
              .output();
      assertThat(answer.toString()).contains("\"length\"");
    }
  }

  @Test
  void whoComesUnderAnotherNameOrFromAnotherSiteIsTurnedAway() throws Exception {
    String own = url.substring("http://".length());
    assertThat(status("Host: " + own)).isEqualTo("HTTP/1.1 405 Method Not Allowed");
    assertThat(status("Host: " + own + "\r\nOrigin: " + url))
        .isEqualTo("HTTP/1.1 405 Method Not Allowed");
    assertThat(status("Host: evil.example")).isEqualTo("HTTP/1.1 403 Forbidden");
    assertThat(status("Host: " + own + "\r\nOrigin: http://evil.example"))
        .isEqualTo("HTTP/1.1 403 Forbidden");
  }

  private String status(String headers) throws IOException {
    int port = Integer.parseInt(url.substring(url.lastIndexOf(':') + 1));
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket
          .getOutputStream()
          .write(
              ("PUT / HTTP/1.1\r\n" + headers + "\r\nContent-Length: 0\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
          .readLine();
    }
  }
}
