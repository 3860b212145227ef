package io.polyplug.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Replies come with the POST that asked, notifications by themselves. */
class GoldenConversationBowireTest {
  private static final Dialect DIALECT =
      Dialect.builder()
          .jsonrpc(Dialect.JsonrpcMember.IGNORED)
          .unhandledRequest(Dialect.UnhandledRequest.REPORT)
          .numericStringIds(true)
          .errorDefaults(new ErrorObject(-32000, "sidecar error"))
          .missingResultIsNull(true)
          .asciiOnly(true)
          .build();

  private final HandTransport http = new HandTransport();
  private final Ends ends = new Ends();
  private final BlockingQueue<String> frames = new LinkedBlockingQueue<>();
  private final Peer host =
      Peer.over(http, DIALECT)
          .listener(ends)
          .onOtherNotifications(Order.ORDERED, n -> frames.add(n.method()))
          .start();

  @AfterEach
  void close() {
    host.close();
  }

  @Test
  void theWholeStreamWithItsEndMayComeBeforeTheAck() throws Exception {
    Call ack = host.call("invokeStream", Json.parse("{\"streamId\":\"9f\"}"));
    OutboundFrame post = http.take();
    http.say("{\"jsonrpc\":\"2.0\",\"method\":\"$/stream/data\",\"params\":{}}");
    http.say("{\"jsonrpc\":\"2.0\",\"method\":\"$/stream/end\",\"params\":{}}");
    assertThat(next()).isEqualTo("$/stream/data");
    assertThat(next()).isEqualTo("$/stream/end");
    assertThat(ack.isDone()).isFalse();
    http.say("{\"id\":\"1\",\"result\":{\"streamId\":\"9f\"}}");
    post.written();
    assertThat(ack.await()).isEqualTo(Json.parse("{\"streamId\":\"9f\"}"));
  }

  private String next() throws InterruptedException {
    return frames.poll(30, TimeUnit.SECONDS);
  }

  @Test
  void losingTheEventStreamLetsAPostInFlightFinish() throws Exception {
    Call invoke = host.call("invoke", Json.EMPTY_OBJECT);
    OutboundFrame post = http.take();
    http.loseInbound(new EndReason(EndReason.Kind.END_OF_STREAM, "The event stream ended."));
    assertThat(ends.inbound.get(30, TimeUnit.SECONDS).sentence())
        .isEqualTo("The event stream ended.");
    assertThat(invoke.isDone()).isFalse();
    http.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null,\"error\":null}");
    post.written();
    assertThat(invoke.await()).isEqualTo(Json.NULL);
  }

  @Test
  void onePostMayFailAlone() throws Exception {
    Call broken = host.call("invoke", null);
    Call fine = host.call("ping", null);
    http.take().failed("HTTP 502.");
    http.hear();
    http.say("{\"id\":2,\"result\":\"pong\"}");
    assertThat(Ends.failureOf(broken)).isEqualTo(new CallFailure.SendFailed("HTTP 502."));
    assertThat(fine.await()).isEqualTo(Json.string("pong"));
  }

  @Test
  void anErrorWithoutCodeAndMessageHasTheDefaultsAndKeepsItsText() throws Exception {
    Call call = host.call("invoke", null);
    http.say("{\"id\":1,\"error\":{\"why\":\"?\"}}");
    var failure = (CallFailure.RemoteError) Ends.failureOf(call);
    assertThat(failure.error()).isEqualTo(new ErrorObject(-32000, "sidecar error"));
    assertThat(failure.text()).isEqualTo(Json.parse("{\"why\":\"?\"}"));
  }

  @Test
  void aRequestOfTheSidecarNeverCompletesTheCallWithTheSameId() throws Exception {
    Call call = host.call("invoke", null);
    http.hear();
    http.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"invoke\",\"result\":1}");
    assertThat(call.isDone()).isFalse();
    http.say("{\"jsonrpc\":\"2.0\",\"id\":null,\"result\":1}");
    http.say("{\"id\":1,\"result\":2}");
    assertThat(call.await()).isEqualTo(Json.parse("2"));
    assertThat(http.poll()).isNull();
  }

  @Test
  void whatGoesOutIsPureAsciiAndMeansTheSame() throws Exception {
    String text = "\u2028 \u0085 é \uD83D\uDE00";
    host.call("invöke", Json.write(out -> out.writeString(text)));
    String sent = http.hear();
    assertThat(sent.chars()).allMatch(c -> c >= 0x20 && c < 0x7F);
    Request request = (Request) new Envelope(DIALECT).parse(sent.getBytes(UTF_8));
    assertThat(List.of(request.method(), request.params().stringValue()))
        .containsExactly("invöke", text);
  }
}
