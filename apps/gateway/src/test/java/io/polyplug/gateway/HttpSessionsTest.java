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

/** Clients that open a session. */
class HttpSessionsTest {
  private HttpStage stage;
  private String session;

  @BeforeEach
  void open() throws Exception {
    stage = new HttpStage();
    session = stage.initialize();
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private HttpRequest.Builder stream(String of) {
    return stage.request("Accept", "text/event-stream", "Mcp-Session-Id", of).GET();
  }

  private int delete(String what) throws Exception {
    return stage.send(stage.request("Mcp-Session-Id", what).DELETE()).statusCode();
  }

  private int tell(String method, String params) throws Exception {
    String message =
        "{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":{%s}}".formatted(method, params);
    return stage.send(stage.post(message, "Mcp-Session-Id", session)).statusCode();
  }

  @Test
  void aHandshakeOpensASessionWithAnIdOfItsOwn() throws Exception {
    assertThat(session).matches("[0-9a-f]{32}").isNotEqualTo(stage.initialize());
    var answer = stage.send(stage.legacy(session, "1", "ping", ""));
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  }

  @Test
  void whatFollowsAHandshakeIsAccepted() throws Exception {
    assertThat(tell("notifications/initialized", "")).isEqualTo(202);
  }

  @Test
  void withoutASessionARequestIsBad() throws Exception {
    var answer = stage.send(stage.post(HttpStage.message("1", "ping", "")));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("initialize").contains("\"id\":1");
    assertThat(stage.send(stage.request("Accept", "text/event-stream").GET()).statusCode())
        .isEqualTo(400);
    assertThat(stage.send(stage.request().DELETE()).statusCode()).isEqualTo(400);
  }

  @Test
  void aSessionThatIsNotOpenIsNotFound() throws Exception {
    assertThat(stage.send(stage.legacy("x", "1", "ping", "")).statusCode()).isEqualTo(404);
    assertThat(stage.send(stream("x")).statusCode()).isEqualTo(404);
    assertThat(delete("x")).isEqualTo(404);
  }

  @Test
  void aDeletedSessionIsNotFoundAnyMore() throws Exception {
    assertThat(delete(session)).isEqualTo(204);
    assertThat(stage.send(stage.legacy(session, "1", "ping", "")).statusCode()).isEqualTo(404);
    assertThat(delete(session)).isEqualTo(404);
  }

  @Test
  void deletingASessionEndsItsStreamAndItsCalls() throws Exception {
    try (HttpEvents events = new HttpEvents(stage.open(stream(session)));
        HttpEvents call =
            new HttpEvents(
                stage.open(stage.legacy(session, "1", "tools/call", "\"name\":\"wait\"")))) {
      assertThat(delete(session)).isEqualTo(204);
      assertThat(stage.interrupted.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(events.next()).isNull();
      assertThat(call.next()).isNull();
    }
  }

  @Test
  void aVersionThatNobodySpeaksIsABadRequest() throws Exception {
    var request = stage.legacy(session, "1", "ping", "").header("MCP-Protocol-Version", "1.0");
    assertThat(stage.send(request).statusCode()).isEqualTo(400);
  }

  @Test
  void anUnknownMethodIsAnErrorInAnAnswer() throws Exception {
    var answer = stage.send(stage.legacy(session, "1", "prompts/list", ""));
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(HttpStage.code(answer)).isEqualTo("-32601");
  }

  @Test
  void theStreamOfASessionTellsChanges() throws Exception {
    stage.send(stage.legacy(session, "1", "resources/subscribe", "\"uri\":\"a:b\""));
    try (HttpEvents events = new HttpEvents(stage.open(stream(session)))) {
      stage.server.changes().tools();
      assertThat(events.next().toString()).contains("tools/list_changed");
      stage.server.changes().resource("a:c");
      stage.server.changes().resource("a:b");
      assertThat(HttpStage.at(events.next(), "params", "uri")).isEqualTo(Json.string("a:b"));
    }
  }

  @Test
  void whatHappensBeforeTheStreamOpensIsToldOnce() throws Exception {
    for (int i = 0; i < 100; i++) {
      stage.server.changes().tools();
    }
    stage.server.changes().prompts();
    try (HttpEvents events = new HttpEvents(stage.open(stream(session)))) {
      assertThat(events.next().toString()).contains("tools/list_changed");
      assertThat(events.next().toString()).contains("prompts/list_changed");
    }
  }

  @Test
  void aSecondStreamTakesTheFirstOnesPlace() throws Exception {
    try (HttpEvents first = new HttpEvents(stage.open(stream(session)));
        HttpEvents second = new HttpEvents(stage.open(stream(session)))) {
      assertThat(first.next()).isNull();
      stage.server.changes().tools();
      assertThat(second.next().toString()).contains("tools/list_changed");
    }
  }

  @Test
  void aStreamNeedsAClientThatTakesOne() throws Exception {
    var request = stage.request("Accept", "application/json", "Mcp-Session-Id", session).GET();
    assertThat(stage.send(request).statusCode()).isEqualTo(406);
  }

  @Test
  void aCancelInterruptsTheCallAndItsStreamEndsWithoutAnAnswer() throws Exception {
    var call = stage.legacy(session, "\"c\"", "tools/call", "\"name\":\"wait\"");
    try (HttpEvents events = new HttpEvents(stage.open(call))) {
      assertThat(tell("notifications/cancelled", "\"requestId\":\"c\"")).isEqualTo(202);
      assertThat(stage.interrupted.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(events.next()).isNull();
    }
  }

  @Test
  void aCancelOfNothingIsAccepted() throws Exception {
    assertThat(tell("notifications/cancelled", "\"requestId\":99")).isEqualTo(202);
    assertThat(tell("notifications/cancelled", "\"requestId\":null")).isEqualTo(202);
    assertThat(tell("notifications/cancelled", "")).isEqualTo(202);
  }

  @Test
  void aSecondRequestWithTheSameIdIsRefusedWhileTheFirstIsUnderWay() throws Exception {
    var call = stage.legacy(session, "1", "tools/call", "\"name\":\"wait\"");
    try (HttpEvents events = new HttpEvents(stage.open(call))) {
      var twin = stage.send(stage.legacy(session, "1", "ping", ""));
      assertThat(twin.statusCode()).isEqualTo(400);
      assertThat(stage.send(stage.legacy(stage.initialize(), "1", "ping", "")).statusCode())
          .isEqualTo(200);
      stage.go.countDown();
      assertThat(events.next().toString()).contains("\"result\"");
    }
    assertThat(stage.send(stage.legacy(session, "1", "ping", "")).statusCode()).isEqualTo(200);
  }

  private Json question(HttpEvents events) throws IOException {
    Json question = events.next();
    assertThat(HttpStage.at(question, "method")).isEqualTo(Json.string("elicitation/create"));
    return HttpStage.at(question, "id");
  }

  @Test
  void aQuestionComesOnTheStreamOfTheCallAndItsAnswerByPost() throws Exception {
    HttpResponse<InputStream> call =
        stage.open(stage.legacy(session, "1", "tools/call", "\"name\":\"ask\""));
    try (HttpEvents events = new HttpEvents(call)) {
      String answer =
          "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"action\":\"accept\"}}"
              .formatted(question(events));
      assertThat(stage.send(stage.post(answer, "Mcp-Session-Id", session)).statusCode())
          .isEqualTo(202);
      assertThat(HttpStage.at(events.next(), "result", "content").toString())
          .isEqualTo("{\"action\":\"accept\"}");
    }
  }

  @Test
  void anAnswerOfAnotherSessionIsNotTaken() throws Exception {
    HttpResponse<InputStream> call =
        stage.open(stage.legacy(session, "1", "tools/call", "\"name\":\"ask\""));
    try (HttpEvents events = new HttpEvents(call)) {
      Json id = question(events);
      String forged = "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"evil\":1}}".formatted(id);
      stage.send(stage.post(forged, "Mcp-Session-Id", stage.initialize()));
      String refusal =
          "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-1,\"message\":\"no\"}}"
              .formatted(id);
      stage.send(stage.post(refusal, "Mcp-Session-Id", session));
      assertThat(events.next().toString()).contains("the client refused").doesNotContain("evil");
    }
  }

  @Test
  void aClientWithoutStreamsCannotBeAsked() throws Exception {
    var call =
        stage
            .legacy(session, "1", "tools/call", "\"name\":\"ask\"")
            .setHeader("Accept", "application/json");
    assertThat(stage.send(call).body()).contains("cannot be asked");
  }

  @Test
  void whenThereAreTooManySessionsTheOneUnusedForLongestGivesWay() throws Exception {
    String used = stage.initialize();
    try (HttpEvents streaming = new HttpEvents(stage.open(stream(session)))) {
      for (int i = 0; i < 997; i++) {
        stage.initialize();
      }
      String last = stage.initialize();
      stage.send(stage.legacy(used, "1", "ping", ""));
      stage.initialize();
      stage.initialize();
      for (String alive : new String[] {session, used, last}) {
        assertThat(stage.send(stage.legacy(alive, "1", "ping", "")).statusCode()).isEqualTo(200);
      }
      stage.server.changes().tools();
      assertThat(streaming.next()).isNotNull();
    }
  }
}
