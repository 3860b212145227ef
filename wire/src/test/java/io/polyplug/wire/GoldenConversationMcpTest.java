package io.polyplug.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.ManualClock;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Client and server, with cancel, ping, string ids and stray lines. */
class GoldenConversationMcpTest {
  private static final CancelMessage CANCEL =
      new CancelMessage("notifications/cancelled", "requestId", "reason");
  private static final Dialect CLIENT =
      Dialect.builder().cancelMessage(CANCEL).onTimeout(Dialect.OnTimeout.SEND_CANCEL).build();
  private static final Dialect SERVER =
      Dialect.builder().cancelMessage(CANCEL).badBody(Dialect.OnBadBody.ANSWER_ERROR).build();

  private final HandTransport wire = new HandTransport();

  @Test
  void aTimeoutSendsTheCancelMessage() throws Exception {
    ManualClock clock = new ManualClock();
    try (Peer client = Peer.over(wire, CLIENT).clock(clock).start()) {
      Call call =
          client.call("tools/call", Json.EMPTY_OBJECT, CallOptions.within(Duration.ofSeconds(5)));
      wire.hear();
      clock.advance(Duration.ofSeconds(5));
      assertThat(Ends.failureOf(call)).isInstanceOf(CallFailure.Timeout.class);
      assertThat(wire.hear())
          .isEqualTo(
              "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":"
                  + "{\"requestId\":1,\"reason\":\"No reply came within PT5S.\"}}");
    }
  }

  @Test
  void aCancelledCallTellsTheServerAndItsLateReplyIsUnknown() throws Exception {
    BlockingQueue<Response> late = new LinkedBlockingQueue<>();
    PeerObserver observer =
        new PeerObserver() {
          @Override
          public void unknownReply(Response reply) {
            late.add(reply);
          }
        };
    try (Peer client = Peer.over(wire, CLIENT).observer(observer).start()) {
      Call call = client.call("tools/call", Json.EMPTY_OBJECT);
      wire.hear();
      call.cancel();
      assertThat(Ends.failureOf(call)).isEqualTo(new CallFailure.Cancelled());
      assertThat(wire.hear()).contains("notifications/cancelled").contains("\"requestId\":1");
      wire.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
      assertThat(late.poll(30, TimeUnit.SECONDS).id()).isEqualTo(Id.of(1));
    }
  }

  @Test
  void aCallThatIsCancelledBeforeItIsWrittenIsNotWritten() throws Exception {
    try (Peer client = Peer.over(wire, Dialect.standard()).start()) {
      client.call("a", null).cancel();
      client.call("b", null);
      assertThat(wire.hear()).contains("\"b\"");
    }
  }

  @Test
  void strayLinesAreReportedAndDisturbNothing() throws Exception {
    BlockingQueue<String> stray = new LinkedBlockingQueue<>();
    PeerObserver observer =
        new PeerObserver() {
          @Override
          public void badBody(BadBody what, byte[] body) {
            stray.add(what.reason() + " " + new String(body, UTF_8));
          }
        };
    try (Peer client = Peer.over(wire, CLIENT).observer(observer).start()) {
      Call call = client.call("tools/list", null);
      wire.say("Server listening on stdio");
      wire.say("[]");
      wire.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[]}}");
      assertThat(call.await()).isEqualTo(Json.parse("{\"tools\":[]}"));
      assertThat(stray).containsExactly("NOT_JSON Server listening on stdio", "NOT_AN_OBJECT []");
    }
  }

  @Test
  void theServerAnswersPingDuringACallAndEchoesIdsUnchanged() throws Exception {
    CountDownLatch finish = new CountDownLatch(1);
    try (Peer server =
        Peer.over(wire, SERVER)
            .onRequest("ping", Order.CONCURRENT, (r, e) -> Json.EMPTY_OBJECT)
            .onRequest(
                "tools/call",
                Order.CONCURRENT,
                (r, e) -> {
                  finish.await();
                  return Json.parse("{\"isError\":false}");
                })
            .start()) {
      wire.say("{\"jsonrpc\":\"2.0\",\"id\":\"c-\\u0031\",\"method\":\"tools/call\"}");
      wire.say("{\"jsonrpc\":\"2.0\",\"id\":18446744073709551615,\"method\":\"ping\"}");
      assertThat(wire.hear())
          .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":18446744073709551615,\"result\":{}}");
      finish.countDown();
      assertThat(wire.hear())
          .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"c-\\u0031\",\"result\":{\"isError\":false}}");
      assertThat(server.pendingCalls()).isZero();
    }
  }

  @Test
  void aCancelledRequestIsInterruptedAndGetsNoReply() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    try (Peer server =
        Peer.over(wire, SERVER)
            .onRequest("ping", Order.CONCURRENT, (r, e) -> Json.EMPTY_OBJECT)
            .onRequest(
                "tools/call",
                Order.CONCURRENT,
                (r, e) -> {
                  started.countDown();
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException expected) {
                    interrupted.complete(e.isCancelled());
                  }
                  return Json.NULL;
                })
            .start()) {
      wire.say("{\"jsonrpc\":\"2.0\",\"id\":\"run-1\",\"method\":\"tools/call\"}");
      started.await();
      wire.say(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
              + "\"params\":{\"requestId\":\"run\\u002d1\"}}");
      assertThat(interrupted.get(30, TimeUnit.SECONDS)).isTrue();
      wire.say("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
      assertThat(wire.hear()).contains("\"id\":2");
      assertThat(server.endReason()).isNull();
    }
  }

  @Test
  void theServerAnswersALineThatIsNotJsonWithAParseErrorAndIdNull() throws Exception {
    try (Peer server = Peer.over(wire, SERVER).start()) {
      wire.say("{oops");
      assertThat(wire.hear())
          .isEqualTo(
              "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":"
                  + "{\"code\":-32700,\"message\":\"parse error\"}}");
      wire.say("[]");
      assertThat(wire.hear()).contains("-32600");
      assertThat(server.endReason()).isNull();
    }
  }
}
