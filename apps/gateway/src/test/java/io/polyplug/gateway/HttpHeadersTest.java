package io.polyplug.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers repeat what the body says, and must say the same. */
class HttpHeadersTest {
  private HttpStage stage;

  @BeforeEach
  void open() throws IOException {
    stage = new HttpStage();
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private HttpRequest.Builder call(String tool, String arguments, String... headers) {
    String params = "\"name\":\"%s\",\"arguments\":%s".formatted(tool, arguments);
    HttpRequest.Builder request = stage.modern("1", "tools/call", params);
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return request;
  }

  private void mismatches(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> answer = stage.send(request);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(HttpStage.code(answer)).isEqualTo("-32020");
    assertThat(answer.body()).contains("\"id\":1");
  }

  private void passes(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> answer = stage.send(request);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.body()).contains("result");
  }

  private static String base64(String text) {
    return "=?base64?" + Base64.getEncoder().encodeToString(text.getBytes(UTF_8)) + "?=";
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2027-01-01", "2026-07-28 x"})
  void theVersionMustBeThatOfTheBody(String version) throws Exception {
    mismatches(stage.modern("1", "server/discover", "").setHeader("MCP-Protocol-Version", version));
  }

  @Test
  void theVersionMustBeThere() throws Exception {
    mismatches(
        stage.post(
            HttpStage.message("1", "server/discover", HttpStage.META),
            "Mcp-Method",
            "server/discover"));
  }

  @Test
  void aVersionThatWeDoNotSpeakIsRefusedWithThoseThatWeDo() throws Exception {
    String meta = HttpStage.META.replace("2026-07-28", "2099-01-01");
    HttpResponse<String> answer =
        stage.send(
            stage.post(
                HttpStage.message("1", "server/discover", meta),
                "MCP-Protocol-Version",
                "2099-01-01",
                "Mcp-Method",
                "server/discover"));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(HttpStage.code(answer)).isEqualTo("-32022");
  }

  @Test
  void termsMustBeInTheBodyToo() throws Exception {
    HttpResponse<String> answer =
        stage.send(
            stage.post(
                HttpStage.message("1", "server/discover", ""),
                "MCP-Protocol-Version",
                "2026-07-28",
                "Mcp-Method",
                "server/discover"));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(HttpStage.code(answer)).isEqualTo("-32602");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tools/call", "Server/Discover", "server/discover2"})
  void theMethodMustBeThatOfTheBody(String method) throws Exception {
    mismatches(stage.modern("1", "server/discover", "").setHeader("Mcp-Method", method));
  }

  @Test
  void theMethodIsNotInBase64() throws Exception {
    mismatches(
        stage
            .modern("1", "server/discover", "")
            .setHeader("Mcp-Method", base64("server/discover")));
  }

  @Test
  void aHeaderThatComesTwiceSaysSomethingElse() throws Exception {
    mismatches(stage.modern("1", "server/discover", "").header("Mcp-Method", "tools/call"));
    mismatches(call("echo", "{}", "Mcp-Name", "echo", "Mcp-Name", "wait"));
  }

  @Test
  void theNameMustBeThereAndThatOfTheBody() throws Exception {
    passes(call("echo", "{}", "mcp-name", "echo"));
    mismatches(call("echo", "{}"));
    mismatches(call("echo", "{}", "Mcp-Name", "ECHO"));
    mismatches(call("echo", "{}", "Mcp-Name", "wait"));
  }

  @Test
  void namesThatLookLikeNumbersAreStillNames() throws Exception {
    mismatches(call("1", "{}", "Mcp-Name", "1.0"));
  }

  @Test
  void aNameMayBeInBase64() throws Exception {
    passes(call("é", "{}", "Mcp-Name", base64("é")));
    passes(call("echo", "{}", "Mcp-Name", base64("echo")));
    mismatches(call("é", "{}", "Mcp-Name", base64("e")));
    mismatches(call("echo", "{}", "Mcp-Name", "=?base64?ZWNobw?="));
  }

  @Test
  void theNameOfAResourceIsItsAddress() throws Exception {
    String uri = "\"uri\":\"a:b\"";
    mismatches(stage.modern("1", "resources/read", uri));
    mismatches(stage.modern("1", "resources/read", uri).header("Mcp-Name", "a:c"));
    HttpResponse<String> answer =
        stage.send(stage.modern("1", "resources/read", uri).header("Mcp-Name", "a:b"));
    assertThat(HttpStage.code(answer)).isEqualTo("-32602");
    assertThat(answer.body()).contains("\"data\":{\"uri\":\"a:b\"}");
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "{\"region\":\"eu\"}; Region; eu",
        "{\"region\":\"é\"}; Region; =?base64?w6k=?=",
        "{\"region\":\"eu\"}; region; eu",
        "{\"count\":42}; Count; 42",
        "{\"count\":42}; Count; 42.0"
      },
      delimiter = ';')
  void argumentsThatAreRepeatedPass(String arguments, String header, String value)
      throws Exception {
    passes(call("echo", arguments, "Mcp-Name", "echo", "Mcp-Param-" + header, value));
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "{\"region\":\"eu\"}; Region; us",
        "{\"region\":\"42\"}; Region; 42.0",
        "{\"count\":42}; Count; 43",
        "{\"region\":\"eu\"}; Count; 1",
        "{\"region\":null}; Region; eu",
        "{}; Region; eu"
      },
      delimiter = ';')
  void argumentsThatAreRepeatedOtherwiseDoNot(String arguments, String header, String value)
      throws Exception {
    mismatches(call("echo", arguments, "Mcp-Name", "echo", "Mcp-Param-" + header, value));
  }

  @Test
  void aMarkedArgumentMustBeRepeatedUnlessThereIsNone() throws Exception {
    mismatches(call("echo", "{\"region\":\"eu\"}", "Mcp-Name", "echo"));
    passes(call("echo", "{\"region\":null}", "Mcp-Name", "echo"));
    passes(call("echo", "{}", "Mcp-Name", "echo", "Mcp-Param-Other", "ignored"));
  }
}
