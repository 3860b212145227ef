package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Requests that cannot be served as they are, and what their sender hears. */
class OddRequestsTest {
  private static final CancelMessage CANCEL = new CancelMessage("cancel", "id", "reason");

  private final HandTransport wire = new HandTransport(200);
  private final Queue<String> told = new ConcurrentLinkedQueue<>();
  private final PeerObserver observer =
      new PeerObserver() {
        @Override
        public void handlerFailed(String method, Throwable failure) {
          told.add(failure.toString());
        }

        @Override
        public void sendFailed(String sentence) {
          told.add(sentence);
        }

        @Override
        public void badBody(BadBody what, byte[] body) {
          told.add(what.reason().name());
        }
      };

  private static String deep(String before, String after) {
    return "{"
        + before
        + "\"params\":"
        + "[".repeat(Json.MAX_DEPTH)
        + "]".repeat(Json.MAX_DEPTH)
        + after
        + "}";
  }

  @Test
  void aReplyThatIsTooLargeForItsIdAloneIsDroppedAndTold() throws Exception {
    String id = "\"" + "x".repeat(200) + "\"";
    try (Peer _ = Peer.over(wire, Dialect.standard()).observer(observer).start()) {
      wire.say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"a\"}");
      wire.say("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"b\"}");
      assertThat(wire.hear()).contains("\"id\":2");
      assertThat(told)
          .containsExactly("A reply was dropped: the id that it must repeat is too long.");
    }
  }

  @Test
  void aRequestNestedTooDeepIsRefusedIfItsIdCameBefore() throws Exception {
    try (Peer _ = Peer.over(wire, Dialect.standard()).observer(observer).start()) {
      wire.say(deep("\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\",", ""));
      assertThat(wire.hear())
          .isEqualTo(
              "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32602,\"message\":"
                  + "\"the request is nested deeper than 500\"}}");
      assertThat(told).containsExactly("REQUEST_TOO_DEEP");
    }
  }

  @Test
  void aMessageNestedTooDeepThatIsNoReadableRequestIsOnlyReported() {
    try (Peer peer = Peer.over(wire, Dialect.standard()).observer(observer).start()) {
      Call ours = peer.call("m", null);
      wire.poll();
      wire.say(deep("\"jsonrpc\":\"2.0\",", ",\"id\":1,\"method\":\"m\""));
      wire.say(deep("\"jsonrpc\":\"2.0\",\"method\":\"m\",", ""));
      assertThat(told).containsExactly("NOT_JSON", "NOT_JSON");
      assertThat(wire.poll()).isNull();
      assertThat(ours.isDone()).isFalse();
    }
  }

  @Test
  void aHandlerThatIsInterruptedBecauseItsRequestWasCancelledHasNotFailed() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch next = new CountDownLatch(1);
    try (Peer _ =
        Peer.over(wire, Dialect.builder().cancelMessage(CANCEL).build())
            .observer(observer)
            .onOtherRequests(
                Order.ORDERED,
                (request, exchange) -> {
                  begun.countDown();
                  never.await();
                  return Json.NULL;
                })
            .onNotification("next", Order.ORDERED, notification -> next.countDown())
            .start()) {
      wire.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}");
      begun.await();
      wire.say("{\"jsonrpc\":\"2.0\",\"method\":\"cancel\",\"params\":{\"id\":1}}");
      wire.say("{\"jsonrpc\":\"2.0\",\"method\":\"next\"}");
      next.await();
      assertThat(told).isEmpty();
      assertThat(wire.poll()).isNull();
    }
  }
}
