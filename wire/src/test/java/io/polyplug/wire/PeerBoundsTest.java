package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What happens at each bound of a peer. */
class PeerBoundsTest {
  private final HandTransport wire = new HandTransport(200);
  private final Ends ends = new Ends();

  private Peer withLane(LaneSpec lane) {
    return Peer.over(wire, Dialect.standard())
        .listener(ends)
        .lanes(List.of(lane), lane, lane)
        .start();
  }

  @Test
  void aMessageBeyondTheFrameLimitIsRefusedAndOthersAreSent() throws Exception {
    Json large = Json.string("x".repeat(300));
    try (Peer peer = withLane(LaneSpec.of("only", 0))) {
      assertThatThrownBy(() -> peer.notify("m", large)).hasMessageContaining("larger than the 200");
      assertThat(Ends.failureOf(peer.call("m", large))).isInstanceOf(CallFailure.SendFailed.class);
      assertThat(peer.pendingCalls()).isZero();
      peer.notify("n", null);
      assertThat(wire.hear()).isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"n\"}");
    }
  }

  @Test
  void aFullLaneThatFailsRefusesTheNewMessage() throws Exception {
    LaneSpec lane = LaneSpec.of("two", 0).bounded(2, 1 << 20, LaneSpec.OnFull.FAIL);
    try (Peer peer = withLane(lane)) {
      peer.notify("a", null);
      peer.notify("b", null);
      assertThat(Ends.failureOf(peer.call("c", null))).isInstanceOf(CallFailure.Overloaded.class);
      assertThatThrownBy(() -> peer.notify("d", null)).isInstanceOf(CallException.class);
      wire.hear();
      Call call = peer.call("e", null);
      assertThat(call.isDone()).isFalse();
      wire.hear();
      assertThat(wire.hear()).contains("\"id\":1");
    }
  }

  @Test
  void aLaneIsAlsoBoundedInBytes() {
    LaneSpec lane = LaneSpec.of("bytes", 0).bounded(1000, 50, LaneSpec.OnFull.FAIL);
    try (Peer peer = withLane(lane)) {
      peer.notify("a", null);
      assertThatThrownBy(() -> peer.notify("b", null)).isInstanceOf(CallException.class);
    }
  }

  @Test
  void aFullLaneThatEndsThePeerEndsIt() throws Exception {
    LaneSpec lane = LaneSpec.of("one", 0).bounded(1, 1 << 20, LaneSpec.OnFull.END_PEER);
    try (Peer peer = withLane(lane)) {
      Call call = peer.call("a", null);
      assertThatThrownBy(() -> peer.notify("b", null)).isInstanceOf(CallException.class);
      assertThat(ends.await().kind()).isEqualTo(EndReason.Kind.OVERFLOW);
      assertThat(Ends.failureOf(call)).isInstanceOf(CallFailure.Disconnected.class);
    }
  }

  @Test
  void aCallDroppedForANewerOneFailsAsOverloaded() throws Exception {
    LaneSpec lane = LaneSpec.of("one", 0).bounded(1, 1 << 20, LaneSpec.OnFull.DROP_OLDEST);
    try (Peer peer = withLane(lane)) {
      Call old = peer.call("a", null);
      Call young = peer.call("b", null);
      assertThat(Ends.failureOf(old)).isInstanceOf(CallFailure.Overloaded.class);
      assertThat(young.isDone()).isFalse();
      assertThat(peer.pendingCalls()).isEqualTo(1);
    }
  }

  @Test
  void aFullOrderedQueuePausesTheReaderAndLosesNothing() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    AtomicInteger handled = new AtomicInteger();
    try (Peer peer =
        Peer.over(wire, Dialect.standard())
            .listener(ends)
            .inboundBounds(new InboundBounds(8, 1 << 20, InboundBounds.OnFull.PAUSE_READING, 1))
            .onNotification(
                "n",
                Order.ORDERED,
                n -> {
                  release.await();
                  handled.incrementAndGet();
                })
            .start()) {
      CountDownLatch half = new CountDownLatch(8);
      Thread reader =
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int i = 0; i < 1_000; i++) {
                      wire.say("{\"jsonrpc\":\"2.0\",\"method\":\"n\"}");
                      half.countDown();
                    }
                  });
      half.await();
      assertThat(reader.isAlive()).isTrue();
      release.countDown();
      reader.join();
      peer.end(EndReason.CLOSED);
      ends.await();
      assertThat(handled).hasValue(1_000);
    }
  }

  @Test
  void requestsBeyondTheirBytesAreAnsweredAtOnceAndOneAloneMayBeLarger() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    try (Peer _ =
        Peer.over(wire, Dialect.standard())
            .inboundBounds(
                new InboundBounds(8, 1 << 20, InboundBounds.OnFull.PAUSE_READING, 100, 50))
            .onOtherRequests(
                Order.CONCURRENT,
                (r, e) -> {
                  release.await();
                  return Json.NULL;
                })
            .start()) {
      String padding = "x".repeat(100);
      wire.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\",\"pad\":\"" + padding + "\"}");
      wire.say("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"b\"}");
      assertThat(wire.hear()).contains("\"id\":2").contains("too many requests at once");
      release.countDown();
      assertThat(wire.hear()).contains("\"id\":1,\"result\"");
    }
  }

  @Test
  void requestsBeyondTheConcurrentHandlersAreAnsweredAtOnce() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    try (Peer peer =
        Peer.over(wire, Dialect.standard())
            .inboundBounds(new InboundBounds(8, 1 << 20, InboundBounds.OnFull.PAUSE_READING, 1))
            .onOtherRequests(
                Order.CONCURRENT,
                (r, e) -> {
                  release.await();
                  return Json.NULL;
                })
            .start()) {
      wire.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"}");
      wire.say("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"b\"}");
      assertThat(wire.hear()).contains("\"id\":2").contains("too many requests at once");
      release.countDown();
      assertThat(wire.hear()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}");
      assertThat(peer.endReason()).isNull();
    }
  }
}
