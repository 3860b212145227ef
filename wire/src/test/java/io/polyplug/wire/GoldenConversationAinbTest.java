package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.base.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The init window, and a key that overtakes queued events. */
class GoldenConversationAinbTest {
  private static final LaneSpec REPLIES =
      LaneSpec.of("replies", 1)
          .bounded(Integer.MAX_VALUE, Long.MAX_VALUE, LaneSpec.OnFull.END_PEER);
  private static final LaneSpec KEYS =
      LaneSpec.of("keys", 2)
          .bounded(64, Long.MAX_VALUE, LaneSpec.OnFull.DROP_OLDEST)
          .startingAs(LaneSpec.AtStart.DROP);
  private static final LaneSpec MOUSE =
      LaneSpec.of("mouse", 3)
          .bounded(64, Long.MAX_VALUE, LaneSpec.OnFull.DROP_OLDEST)
          .startingAs(LaneSpec.AtStart.DROP);
  private static final LaneSpec INIT = LaneSpec.of("init", 4);
  private static final LaneSpec REST = LaneSpec.of("rest", 5).startingAs(LaneSpec.AtStart.HOLD);
  private static final Dialect DIALECT =
      Dialect.builder().emptyParams(Dialect.EmptyParams.EMPTY_OBJECT).build();

  private final ManualClock clock = new ManualClock();
  private final HandTransport plugin = new HandTransport(1 << 20);
  private final Ends ends = new Ends();
  private final AtomicInteger dropped = new AtomicInteger();
  private final Peer host =
      Peer.over(plugin, DIALECT)
          .clock(clock)
          .listener(ends)
          .lanes(List.of(REST, KEYS, REPLIES, INIT, MOUSE), REST, REPLIES)
          .observer(
              new PeerObserver() {
                @Override
                public void dropped(LaneSpec lane, int frames) {
                  dropped.addAndGet(frames);
                }
              })
          .onRequest("host/snapshot/get", Order.ORDERED, (r, e) -> r.paramsOrEmpty())
          .onRequest("host/huge", Order.CONCURRENT, (r, e) -> Json.string("x".repeat(1 << 20)))
          .onRequest(
              "host/denied",
              Order.CONCURRENT,
              (r, e) -> {
                throw new RpcException(-32001, "capability denied: x");
              })
          .start();

  @AfterEach
  void close() {
    host.close();
  }

  private static String event(String name) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"" + name + "\",\"params\":{}}";
  }

  @Test
  void onlyRepliesAreSentBeforeInitIsAnswered() throws Exception {
    Call init = host.call("plugin/init", null, CallOptions.NONE.in(INIT));
    host.notify("event", null);
    host.notify("key", null, KEYS);
    assertThat(plugin.hear())
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"plugin/init\",\"params\":{}}");
    plugin.say(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"host/snapshot/get\",\"params\":{\"t\":1}}");
    assertThat(plugin.hear()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"t\":1}}");
    assertThat(init.isDone()).isFalse();
    assertThat(plugin.poll()).isNull();
    plugin.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"name\":\"w\"}}");
    assertThat(init.await()).isEqualTo(Json.parse("{\"name\":\"w\"}"));
    host.openLane(KEYS);
    host.openLane(REST);
    assertThat(plugin.hear()).isEqualTo(event("event"));
    assertThat(plugin.poll()).isNull();
    assertThat(dropped).hasValue(1);
  }

  @Test
  void aKeyOvertakesQueuedEventsAndAReplyOvertakesTheKey() throws Exception {
    host.openLane(KEYS);
    host.openLane(REST);
    host.notify("event1", null);
    host.notify("event2", null);
    assertThat(plugin.hear()).isEqualTo(event("event1"));
    host.notify("key", null, KEYS);
    plugin.say("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"host/denied\"}");
    OutboundFrame reply = null;
    StringBuilder rest = new StringBuilder();
    // The reply is made on another thread: take frames until it is there.
    while (reply == null) {
      OutboundFrame frame = plugin.take();
      if (HandTransport.text(frame).contains("-32001")) {
        reply = frame;
      } else {
        rest.append(HandTransport.text(frame));
      }
    }
    for (OutboundFrame frame = plugin.poll(); frame != null; frame = plugin.poll()) {
      rest.append(HandTransport.text(frame));
    }
    assertThat(rest.toString()).isEqualTo(event("key") + event("event2"));
    assertThat(HandTransport.text(reply))
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"error\":"
                + "{\"code\":-32001,\"message\":\"capability denied: x\"}}");
  }

  @Test
  void theOldestKeysAreDroppedAtTheBoundAndCounted() {
    host.openLane(KEYS);
    for (int i = 0; i < 70; i++) {
      host.notify("key" + i, null, KEYS);
    }
    assertThat(dropped).hasValue(6);
    assertThat(HandTransport.text(plugin.poll())).isEqualTo(event("key6"));
  }

  @Test
  void theDeadlineOfARenderStartsWhenItsFrameIsWritten() throws Exception {
    host.openLane(REST);
    Duration limit = Duration.ofSeconds(2);
    Call render =
        host.call(
            "plugin/render", null, CallOptions.within(limit).from(Dialect.DeadlineStart.WRITTEN));
    clock.advance(Duration.ofMinutes(1));
    assertThat(render.isDone()).isFalse();
    plugin.hear();
    clock.advance(limit);
    assertThat(Ends.failureOf(render)).isEqualTo(new CallFailure.Timeout(limit));
    assertThat(plugin.closed).isNotDone();
  }

  @Test
  void shutdownClosesTheLanesAndFailsTheCallsInThem() throws Exception {
    Call render = host.call("plugin/render", null);
    host.notify("event", null);
    host.closeLanes(KEYS, MOUSE, REST);
    assertThat(Ends.failureOf(render)).isInstanceOf(CallFailure.SendFailed.class);
    host.openLane(REST);
    assertThatThrownBy(() -> host.notify("late event", null)).isInstanceOf(CallException.class);
    assertThat(Ends.failureOf(host.call("plugin/render", null)))
        .isInstanceOf(CallFailure.Overloaded.class);
    assertThat(plugin.poll()).isNull();
    host.call("plugin/shutdown", null, CallOptions.NONE.in(INIT));
    assertThat(plugin.hear()).contains("plugin/shutdown");
  }

  @Test
  void whatThePipeDidNotTakeDoesNotComeBackIntoAClosedLane() throws Exception {
    host.openLane(REST);
    Call render = host.call("plugin/render", null);
    OutboundFrame taken = plugin.take();
    host.closeLanes(REST);
    plugin.putBack(taken);
    assertThat(Ends.failureOf(render)).isInstanceOf(CallFailure.SendFailed.class);
    assertThat(plugin.poll()).isNull();
  }

  @Test
  void aReplyBeyondTheFrameLimitBecomesAnError() throws Exception {
    plugin.say("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"host/huge\"}");
    assertThat(plugin.hear())
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":5,\"error\":"
                + "{\"code\":-32603,\"message\":\"response exceeds frame limit\"}}");
  }

  @Test
  void anUnknownMethodIsAnsweredAndABadBodyIsNot() throws Exception {
    plugin.say("[1]");
    plugin.say("{\"jsonrpc\":\"2.1\",\"id\":1,\"method\":\"x\"}");
    plugin.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"host/none\"}");
    assertThat(plugin.hear()).contains("-32601").contains("method not found: host/none");
    assertThat(plugin.poll()).isNull();
  }
}
