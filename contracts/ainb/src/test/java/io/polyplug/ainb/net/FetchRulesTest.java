package io.polyplug.ainb.net;

import static io.polyplug.ainb.Answers.error;
import static io.polyplug.ainb.net.Fetching.any;
import static io.polyplug.ainb.net.Fetching.request;
import static io.polyplug.ainb.net.Fetching.service;
import static io.polyplug.ainb.net.Fetching.url;
import static io.polyplug.ainb.net.Fetching.withHeaders;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.Json;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FetchRulesTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

  private static TestServer.Incoming sent(String path, Json params) throws Exception {
    try (TestServer server = TestServer.answering(OK)) {
      Json there = Json.parse(params.toString().replace("URL", server.url(path)));
      any().fetch(there);
      return server.requests.getFirst();
    }
  }

  @Test
  void theResultHasStatusHeadersAndBody() throws Exception {
    try (TestServer server =
        TestServer.answering(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nSet-Cookie: a=1\r\n"
                + "Content-Length: 2\r\nset-cookie: b=2\r\n\r\n{}")) {
      assertThat(any().fetch(url(server.url("/"))).toString())
          .isEqualTo(
              "{\"status\":200,\"headers\":[[\"content-type\",\"application/json\"],"
                  + "[\"set-cookie\",\"a=1\"],[\"content-length\",\"2\"],[\"set-cookie\",\"b=2\"]],"
                  + "\"body\":\"e30=\"}");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 300, 304, 404, 418, 500, 599})
  void anyStatusIsAResult(int status) throws Exception {
    try (TestServer server = TestServer.answering("HTTP/1.1 " + status + " X\r\n\r\n")) {
      assertThat(any().fetch(url(server.url("/"))).toString())
          .startsWith("{\"status\":" + status + ",");
    }
  }

  @Test
  void aBodyMayBeInChunksOrEndWithTheConnection() throws Exception {
    try (TestServer chunked =
            TestServer.answering(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n");
        TestServer old = TestServer.answering("HTTP/1.0 200 OK\r\n\r\n{}")) {
      assertThat(any().fetch(url(chunked.url("/"))).toString()).contains("\"body\":\"e30=\"");
      assertThat(any().fetch(url(old.url("/"))).toString()).contains("\"body\":\"e30=\"");
    }
  }

  @Test
  void aCompressedBodyStaysAsItIs() throws Exception {
    try (TestServer server =
        TestServer.answering(
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}")) {
      assertThat(any().fetch(url(server.url("/"))).toString())
          .contains("\"content-encoding\",\"gzip\"", "e30=");
      assertThat(server.requests.getFirst().head()).doesNotContainIgnoringCase("accept-encoding");
    }
  }

  @ParameterizedTest
  @CsvSource({"'', GET", "HEAD, HEAD", "PUT, PUT", "patch, patch", "PROPFIND, PROPFIND"})
  void theMethodIsSentAsItIsAndGetIfThereIsNone(String method, String line) throws Exception {
    Json params = request("URL", out -> out.writeStringProperty("method", method));
    assertThat(sent("/x", params).line()).isEqualTo(line + " /x HTTP/1.1");
    assertThat(sent("/x", url("URL")).line()).isEqualTo("GET /x HTTP/1.1");
  }

  @Test
  void aPathIsSentAsItIs() throws Exception {
    assertThat(sent("//a/../b?c=%20&d#e", url("URL")).line())
        .isEqualTo("GET //a/../b?c=%20&d HTTP/1.1");
  }

  @Test
  void aBodyIsSentInBothFormsOfBytes() throws Exception {
    for (String body : List.of("\"aGk=\"", "[104,105]")) {
      Json params = Json.parse("{\"url\":\"URL\",\"method\":\"POST\",\"body\":" + body + "}");
      TestServer.Incoming request = sent("/", params);
      assertThat(request.body()).isEqualTo("hi");
      assertThat(request.head()).contains("Content-Length: 2\r\n");
    }
    assertThat(sent("/", Json.parse("{\"url\":\"URL\",\"body\":null}")).head())
        .doesNotContain("Content-Length");
  }

  @Test
  void headersAreSentInTheirOrderWithRepeats() throws Exception {
    String head = sent("/", withHeaders("URL", "X-A", "1", "accept", "b", "x-a", "")).head();
    assertThat(head).containsSubsequence("X-A: 1\r\n", "accept: b\r\n", "x-a: \r\n");
    assertThat(head).contains("Host: 127.0.0.1:", "User-Agent: polyplug\r\n");
    assertThat(sent("/", withHeaders("URL", "User-Agent", "mine")).head())
        .contains("User-Agent: mine\r\n")
        .doesNotContain("polyplug");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host",
        "content-length",
        "Transfer-Encoding",
        "connection",
        "Upgrade",
        "Expect",
        "TE",
        "Proxy-Authorization",
        "a b",
        "",
        "a:b",
        "a\r\nb",
        "ä"
      })
  void aHeaderThatThePluginMayNotSetIsInvalidParams(String name) {
    assertThat(error(() -> any().fetch(withHeaders("http://127.0.0.1:1/", name, "x"))).code())
        .isEqualTo(-32602);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nEvil: x", "a\nb", "a\0b", "ä", "\u010a"})
  void aHeaderValueThatIsNotPlainIsInvalidParams(String value) {
    assertThat(error(() -> any().fetch(withHeaders("http://127.0.0.1:1/", "X", value))).code())
        .isEqualTo(-32602);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"url\":1}",
        "{\"url\":\"http://a/\",\"method\":\"A B\"}",
        "{\"url\":\"http://a/\",\"method\":\"CONNECT\"}",
        "{\"url\":\"http://a/\",\"method\":\"GET / HTTP/1.1\\r\\n\"}",
        "{\"url\":\"http://a/\",\"body\":\"not base64\"}",
        "{\"url\":\"http://a/\",\"body\":\"aGk\"}",
        "{\"url\":\"http://a/\",\"body\":[256]}",
        "{\"url\":\"http://a/\",\"headers\":{\"a\":\"b\"}}",
        "{\"url\":\"http://a/\",\"headers\":[[\"a\"]]}",
        "{\"url\":\"http://a/\",\"headers\":[[\"a\",1]]}",
        "{\"url\":\"http://a/\",\"headers\":[[\"a\",\"b\",\"c\"]]}",
      })
  void paramsThatDoNotDecodeAreInvalid(String params) {
    assertThat(error(() -> any().fetch(Json.parse(params))).code()).isEqualTo(-32602);
  }

  @Test
  void anUnknownHostAndARefusedConnectionAreInternalErrors() throws IOException {
    assertThat(error(() -> any().fetch(url("http://nowhere.example/"))).message())
        .isEqualTo("fetch nowhere.example: no such host");
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    assertThat(error(() -> any().fetch(url("http://127.0.0.1:" + free + "/"))).code())
        .isEqualTo(-32603);
  }

  @Test
  void theNextAddressIsTriedIfOneDoesNotAnswer() throws Exception {
    try (TestServer server = TestServer.answering(OK)) {
      // Nothing listens on the second address of loopback.
      assertThat(
              service(true, Map.of("two.example", "127.0.0.2 127.0.0.1"))
                  .fetch(url("http://two.example:" + server.port() + "/"))
                  .toString())
          .contains("200");
    }
  }

  @Test
  void theBytesOfHeadersSurvive() throws Exception {
    try (TestServer server =
        TestServer.start(
            (request, out) ->
                out.write(
                    "HTTP/1.1 200 OK\r\nX: \u00e9\u001b\"\r\n\r\n"
                        .getBytes(StandardCharsets.ISO_8859_1)))) {
      assertThat(any().fetch(url(server.url("/"))).toString()).contains("é\\u001B\\\"");
    }
  }
}
