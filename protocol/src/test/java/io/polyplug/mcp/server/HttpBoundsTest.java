package io.polyplug.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What clients over HTTP can hold together. */
class HttpBoundsTest {
  private final Served served = new Served();
  private final ManualClock clock = new ManualClock();
  private final HttpServer http = new HttpServer(served.server, clock);

  @AfterEach
  void close() {
    http.close();
  }

  private static String message(String id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"%s\",\"params\":{%s}}"
        .formatted(id, method, params);
  }

  private FakeCall listen() {
    return new FakeCall(
            "POST",
            message("1", "subscriptions/listen", "\"notifications\":{}," + LineClient.META),
            "MCP-Protocol-Version",
            "2026-07-28",
            "Mcp-Method",
            "subscriptions/listen")
        .to(http);
  }

  private String initialize() throws Exception {
    FakeCall call =
        new FakeCall("POST", message("1", "initialize", "\"protocolVersion\":\"2025-11-25\""))
            .to(http);
    return String.valueOf(call.answerHeaders.get(30, TimeUnit.SECONDS).get("Mcp-Session-Id"));
  }

  private int ping(String session) throws Exception {
    FakeCall call =
        new FakeCall("POST", message("1", "ping", ""), "Mcp-Session-Id", session).to(http);
    assertThat(call.ended.await(30, TimeUnit.SECONDS)).isTrue();
    return call.status.get();
  }

  @Test
  void thereAreOnlySoManyStreamsAndOneThatEndsMakesRoom() throws Exception {
    List<FakeCall> open = new ArrayList<>();
    for (int i = 0; i < HttpUnderWay.MOST_STREAMS; i++) {
      open.add(listen());
    }
    for (FakeCall call : open) {
      assertThat(call.streaming.await(30, TimeUnit.SECONDS)).isTrue();
    }
    for (int i = 0; i < 9_000; i++) {
      assertThat(listen().status.get(30, TimeUnit.SECONDS)).isEqualTo(503);
    }
    assertThat(ping(initialize())).isEqualTo(200);
    open.getFirst().gone = true;
    assertThat(open.getFirst().ended.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(listen().streaming.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aSessionThatIsNotUsedForAnHourIsForgotten() throws Exception {
    String session = initialize();
    clock.advance(HttpSessions.IDLE.minus(Duration.ofSeconds(1)));
    initialize();
    assertThat(ping(session)).isEqualTo(200);
    clock.advance(HttpSessions.IDLE);
    initialize();
    assertThat(ping(session)).isEqualTo(404);
  }

  @Test
  void aSessionWithAnOpenStreamIsNotForgotten() throws Exception {
    String session = initialize();
    FakeCall stream = new FakeCall("GET", "", "Mcp-Session-Id", session).to(http);
    assertThat(stream.streaming.await(30, TimeUnit.SECONDS)).isTrue();
    FakeCall call =
        new FakeCall(
                "POST", message("1", "tools/call", "\"name\":\"echo\""), "Mcp-Session-Id", session)
            .to(http);
    assertThat(call.status.get(30, TimeUnit.SECONDS)).isEqualTo(200);
    clock.advance(HttpSessions.IDLE.multipliedBy(2));
    initialize();
    assertThat(ping(session)).isEqualTo(200);
  }

  @Test
  void whenAllSessionsAreInUseThereIsNoOther() throws Exception {
    for (int i = 0; i < HttpSessions.MOST; i++) {
      FakeCall stream = new FakeCall("GET", "", "Mcp-Session-Id", initialize()).to(http);
      assertThat(stream.streaming.await(30, TimeUnit.SECONDS)).isTrue();
    }
    FakeCall more =
        new FakeCall("POST", message("1", "initialize", "\"protocolVersion\":\"2025-11-25\""))
            .to(http);
    assertThat(more.status.get(30, TimeUnit.SECONDS)).isEqualTo(503);
  }

  @Test
  void closingEndsEveryStream() throws Exception {
    FakeCall modern = listen();
    FakeCall legacy = new FakeCall("GET", "", "Mcp-Session-Id", initialize()).to(http);
    assertThat(modern.streaming.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(legacy.streaming.await(30, TimeUnit.SECONDS)).isTrue();
    http.close();
    assertThat(modern.ended.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(legacy.ended.await(30, TimeUnit.SECONDS)).isTrue();
  }
}
