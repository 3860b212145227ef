package io.polyplug.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests over HTTP that bring their own terms, and what is no request at all. */
class HttpServerTest {
  private HttpStage stage;

  @BeforeEach
  void open() throws IOException {
    stage = new HttpStage();
  }

  @AfterEach
  void close() {
    stage.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "PATCH", "OPTIONS", "TRACE", "BREW"})
  void otherMethodsAreNotAllowed(String method) throws Exception {
    var answer = stage.send(stage.request().method(method, HttpRequest.BodyPublishers.noBody()));
    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().firstValue("Allow")).hasValue("POST, GET, DELETE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "DELETE"})
  void aModernClientHasNeitherGetNorDelete(String method) throws Exception {
    var answer =
        stage.send(
            stage
                .request("MCP-Protocol-Version", "2026-07-28", "Accept", "text/event-stream")
                .method(method, HttpRequest.BodyPublishers.noBody()));
    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().firstValue("Allow")).hasValue("POST");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/jsonp", "application/x-www-form-urlencoded"})
  void whatIsNotJsonIsUnsupported(String type) throws Exception {
    var request =
        stage.request("Content-Type", type).POST(HttpRequest.BodyPublishers.ofString("{}"));
    assertThat(stage.send(request).statusCode()).isEqualTo(415);
  }

  @Test
  void jsonMayNameItsCharacters() throws Exception {
    var request = stage.modern("1", "server/discover", "");
    request.setHeader("Content-Type", "Application/JSON; charset=utf-8");
    assertThat(stage.send(request).statusCode()).isEqualTo(200);
  }

  @Test
  void aClientThatTakesNothingWeHaveIsNotAcceptable() throws Exception {
    var request = stage.modern("1", "server/discover", "").setHeader("Accept", "text/html");
    assertThat(stage.send(request).statusCode()).isEqualTo(406);
  }

  @Test
  void aClientThatTakesStreamsOnlyGetsOne() throws Exception {
    var request = stage.modern("1", "server/discover", "").setHeader("Accept", "text/event-stream");
    try (HttpEvents events = new HttpEvents(stage.open(request))) {
      assertThat(HttpStage.at(events.next(), "id").toString()).isEqualTo("1");
      assertThat(events.next()).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "{; -32700",
        "; -32700",
        "[]; -32600",
        "1; -32600",
        "{}; -32600",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}; -32600",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":1}; -32600",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}; -32600",
        "{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"ping\"}; -32600",
        "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}; -32600"
      },
      delimiter = ';')
  void whatIsNoMessageIsABadRequestWithoutAnId(String body, String code) throws Exception {
    var answer = stage.send(stage.post(body == null ? "" : body));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(HttpStage.code(answer)).isEqualTo(code);
    assertThat(answer.body()).doesNotContain("\"id\"");
  }

  @Test
  void jsonThatIsTooDeepIsAParseError() throws Exception {
    var answer = stage.send(stage.post("[".repeat(1 << 20)));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(HttpStage.code(answer)).isEqualTo("-32700");
  }

  @Test
  void paramsThatAreAnArrayAreInvalid() throws Exception {
    var answer =
        stage.send(
            stage.post(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":[1]}",
                "MCP-Protocol-Version",
                "2026-07-28"));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(HttpStage.code(answer)).isEqualTo("-32602");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "1.5", "-0", "\"a\"", "\"\"", "12345678901234567890"})
  void everyIdComesBackAsItWas(String id) throws Exception {
    var answer = stage.send(stage.modern(id, "server/discover", ""));
    assertThat(answer.body()).contains("\"id\":" + id + ",");
  }

  @Test
  void anUnknownMethodIsNotFound() throws Exception {
    var answer = stage.send(stage.modern("1", "tools/unknown", ""));
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(HttpStage.code(answer)).isEqualTo("-32601");
  }

  @Test
  void aNotificationIsAccepted() throws Exception {
    var answer =
        stage.send(
            stage.post(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}",
                "MCP-Protocol-Version",
                "2026-07-28"));
    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(answer.body()).isEmpty();
  }

  @Test
  void aToolThatBreaksIsAnInternalErrorThatTellsNothing() throws Exception {
    var answer = stage.send(stage.modernCall("1", "broken"));
    assertThat(HttpStage.code(answer)).isEqualTo("-32603");
    assertThat(answer.body()).doesNotContain("secret");
  }

  @Test
  void aQuickAnswerIsPlainAndASlowOneBecomesAStream() throws Exception {
    assertThat(stage.send(stage.modernCall("1", "echo")).headers().firstValue("Content-Type"))
        .hasValue("application/json");
    HttpResponse<InputStream> slow = stage.open(stage.modernCall("2", "wait"));
    assertThat(slow.headers().firstValue("X-Accel-Buffering")).hasValue("no");
    stage.go.countDown();
    try (HttpEvents events = new HttpEvents(slow)) {
      assertThat(HttpStage.at(events.next(), "id").toString()).isEqualTo("2");
      assertThat(events.next()).isNull();
    }
  }

  @Test
  void aSlowAnswerToAClientWithoutStreamsStaysPlain() throws Exception {
    stage.go.countDown();
    var request = stage.modernCall("1", "wait").setHeader("Accept", "application/json");
    assertThat(stage.send(request).headers().firstValue("Content-Type"))
        .hasValue("application/json");
  }

  @Test
  void acceptMayComeInSeveralHeaders() throws Exception {
    var request = stage.modernCall("1", "wait").setHeader("Accept", "application/json");
    request.header("Accept", "text/event-stream");
    HttpResponse<InputStream> slow = stage.open(request);
    stage.go.countDown();
    try (HttpEvents events = new HttpEvents(slow)) {
      assertThat(events.next()).isNotNull();
    }
  }

  @Test
  void progressComesBeforeTheAnswerOnItsStream() throws Exception {
    String params = "\"name\":\"steps\"," + HttpStage.META;
    String body =
        HttpStage.message("1", "tools/call", params.replace("{\"io", "{\"progressToken\":9,\"io"));
    var request =
        stage.post(
            body,
            "MCP-Protocol-Version",
            "2026-07-28",
            "Mcp-Method",
            "tools/call",
            "Mcp-Name",
            "steps");
    try (HttpEvents events = new HttpEvents(stage.open(request))) {
      assertThat(HttpStage.at(events.next(), "params").toString())
          .isEqualTo("{\"progressToken\":9,\"progress\":1}");
      assertThat(HttpStage.at(events.next(), "id").toString()).isEqualTo("1");
      assertThat(events.next()).isNull();
    }
  }

  @Test
  void aClientThatGoesAwayCancelsItsCall() throws Exception {
    HttpResponse<InputStream> slow = stage.open(stage.modernCall("1", "wait"));
    assertThat(stage.began.await(30, TimeUnit.SECONDS)).isTrue();
    slow.body().close();
    assertThat(stage.interrupted.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void closingTheServerCancelsCallsOfClientsWithoutStreamsToo() throws Exception {
    var request = stage.modernCall("1", "wait").setHeader("Accept", "application/json");
    Thread caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    stage.send(request);
                  } catch (Exception e) {
                    // The server ends while it waits.
                  }
                });
    assertThat(stage.began.await(30, TimeUnit.SECONDS)).isTrue();
    stage.door.close();
    assertThat(stage.interrupted.await(30, TimeUnit.SECONDS)).isTrue();
    caller.join();
  }

  @Test
  void aListenerIsAcknowledgedFirstHearsWhatItWantsAndEndsWithAnAnswer() throws Exception {
    var request =
        stage.modern("7", "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}");
    try (HttpEvents events = new HttpEvents(stage.open(request))) {
      assertThat(events.next().toString()).contains("subscriptions/acknowledged");
      stage.server.changes().resources();
      stage.server.changes().tools();
      Json told = events.next();
      assertThat(told.toString())
          .contains("tools/list_changed")
          .contains("\"io.modelcontextprotocol/subscriptionId\":7");
      stage.door.close();
      assertThat(HttpStage.at(events.next(), "result", "resultType"))
          .isEqualTo(Json.string("complete"));
      assertThat(events.next()).isNull();
    }
  }

  @Test
  void listeningNeedsAStream() throws Exception {
    var request =
        stage
            .modern("7", "subscriptions/listen", "\"notifications\":{}")
            .setHeader("Accept", "application/json");
    assertThat(stage.send(request).statusCode()).isEqualTo(406);
  }

  @Test
  void onlyOnePathIsServed() throws Exception {
    var request = stage.modern("1", "server/discover", "");
    request.uri(java.net.URI.create("http://127.0.0.1:" + stage.door.port() + "/other"));
    assertThat(stage.send(request).statusCode()).isEqualTo(404);
  }
}
