package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One request in flight, a wrong id kills, a timeout kills. */
class GoldenConversationBentoTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Dialect DIALECT =
      Dialect.builder()
          .jsonrpc(Dialect.JsonrpcMember.MUST_BE_PRESENT)
          .unknownReply(Dialect.UnknownReply.FATAL)
          .unhandledRequest(Dialect.UnhandledRequest.FATAL)
          .badBody(Dialect.OnBadBody.FATAL)
          .nullIdError(Dialect.NullIdError.OF_THE_ONLY_CALL)
          .missingResultIsNull(true)
          .maxCallsInFlight(1)
          .deadlineStart(Dialect.DeadlineStart.TURN)
          .onTimeout(Dialect.OnTimeout.END_PEER)
          .build();

  private final ManualClock clock = new ManualClock();
  private final HandTransport plugin = new HandTransport();
  private final Ends ends = new Ends();
  private final Peer host = Peer.over(plugin, DIALECT).clock(clock).listener(ends).start();

  @AfterEach
  void close() {
    host.close();
  }

  private Call call(String method, String params) {
    return host.call(method, params == null ? null : Json.parse(params), CallOptions.within(LIMIT));
  }

  @Test
  void oneRequestIsInFlightAndTheNextFollowsItsReply() throws Exception {
    Call first = call("detect", "{\"dir\":\"/a\"}");
    Call second = call("shutdown", null);
    assertThat(plugin.hear())
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"detect\",\"params\":{\"dir\":\"/a\"}}");
    assertThat(plugin.poll()).isNull();
    plugin.say("{\"jsonrpc\":\"1.0\",\"id\":1,\"result\":{\"matches\":true}}");
    assertThat(first.await()).isEqualTo(Json.parse("{\"matches\":true}"));
    assertThat(plugin.hear()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"shutdown\"}");
    plugin.say("{\"jsonrpc\":\"2.0\",\"id\":2}");
    assertThat(second.await()).isEqualTo(Json.NULL);
  }

  @Test
  void aReplyWithAnotherIdKillsThePluginAndFailsTheCall() throws Exception {
    Call call = call("detect", "{}");
    plugin.hear();
    plugin.say("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":null}");
    assertThat(Ends.failureOf(call)).isInstanceOf(CallFailure.Disconnected.class);
    assertThat(ends.await().kind()).isEqualTo(EndReason.Kind.PROTOCOL);
    assertThat(ends.await().sentence()).contains("id 7");
    assertThat(plugin.closed).isCompleted();
  }

  @Test
  void theDeadlineOfAWaitingCallStartsWhenItsTurnComes() throws Exception {
    Call first = call("detect", "{}");
    Call second = call("detect", "{}");
    plugin.hear();
    clock.advance(LIMIT.minusSeconds(1));
    plugin.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}");
    first.await();
    plugin.hear();
    clock.advance(LIMIT.minusSeconds(1));
    assertThat(second.isDone()).isFalse();
    clock.advance(Duration.ofSeconds(1));
    assertThat(Ends.failureOf(second)).isEqualTo(new CallFailure.Timeout(LIMIT));
  }

  @Test
  void aTimeoutKillsThePluginAndFailsWhoWaits() throws Exception {
    Call first = call("detect", "{}");
    Call second = call("detect", "{}");
    clock.advance(LIMIT);
    assertThat(Ends.failureOf(first)).isInstanceOf(CallFailure.Timeout.class);
    assertThat(Ends.failureOf(second)).isInstanceOf(CallFailure.Disconnected.class);
    assertThat(ends.await().kind()).isEqualTo(EndReason.Kind.TIMEOUT);
    assertThat(Ends.failureOf(call("detect", "{}"))).isInstanceOf(CallFailure.Disconnected.class);
    assertThat(host.pendingCalls()).isZero();
  }

  @Test
  void anErrorReplyKillsNothingAndKeepsItsData() throws Exception {
    Call call = call("install", "{}");
    plugin.hear();
    plugin.say(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1,"
            + "\"error\":{\"code\":2001,\"message\":\"m\",\"data\":{\"exit_status\":1}}}");
    var failure = (CallFailure.RemoteError) Ends.failureOf(call);
    assertThat(failure.error())
        .isEqualTo(new ErrorObject(2001, "m", Json.parse("{\"exit_status\":1}")));
    assertThat(plugin.closed).isNotDone();
  }

  @Test
  void anErrorWithTheIdNullIsThatOfTheCallInFlight() throws Exception {
    Call first = call("detect", "{}");
    Call second = call("detect", "{}");
    plugin.hear();
    plugin.say("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"m\"}}");
    assertThat(Ends.failureOf(first)).isInstanceOf(CallFailure.RemoteError.class);
    plugin.hear();
    plugin.say("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":null}");
    assertThat(second.await()).isEqualTo(Json.NULL);
  }

  @Test
  void anErrorWithTheIdNullAndNoCallInFlightIsDropped() throws Exception {
    plugin.say("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"m\"}}");
    Call call = call("shutdown", null);
    plugin.hear();
    plugin.say("{\"jsonrpc\":\"2.0\",\"id\":1}");
    assertThat(call.await()).isEqualTo(Json.NULL);
  }

  @Test
  void aResultWithTheIdNullIsFatal() throws Exception {
    Call call = call("detect", "{}");
    plugin.hear();
    plugin.say("{\"jsonrpc\":\"2.0\",\"id\":null,\"result\":null}");
    assertThat(Ends.failureOf(call)).isInstanceOf(CallFailure.Disconnected.class);
    assertThat(ends.await().kind()).isEqualTo(EndReason.Kind.PROTOCOL);
  }

  @Test
  void aRequestFromThePluginIsFatal() throws Exception {
    plugin.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\"}");
    assertThat(ends.await().kind()).isEqualTo(EndReason.Kind.PROTOCOL);
  }

  @Test
  void anUnparseableBodyIsFatal() throws Exception {
    Call call = call("detect", "{}");
    plugin.say("{\"id\":1,\"result\":null}");
    assertThat(Ends.failureOf(call)).isInstanceOf(CallFailure.Disconnected.class);
    assertThat(ends.await().sentence()).contains("jsonrpc is missing");
  }

  @Test
  void logsAreDeliveredBeforeTheReplyThatFollowsThem() throws Exception {
    HandTransport other = new HandTransport();
    List<String> log = new CopyOnWriteArrayList<>();
    try (Peer peer =
        Peer.over(other, DIALECT)
            .onNotification("notifications/log", Order.ORDERED, n -> log.add(n.params().toString()))
            .start()) {
      Call call = peer.call("install", Json.EMPTY_OBJECT);
      other.hear();
      for (int i = 0; i < 100; i++) {
        other.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/log\",\"params\":[7]}");
      }
      other.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}");
      call.await();
      assertThat(log).hasSize(100);
    }
  }
}
