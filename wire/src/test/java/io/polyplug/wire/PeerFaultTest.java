package io.polyplug.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.base.Clock;
import io.polyplug.base.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What happens when the other end dies, stalls, lies or floods. */
class PeerFaultTest {
  private final ManualClock clock = new ManualClock();
  private final BytePipe out = new BytePipe(4096);
  private final BytePipe in = new BytePipe(4096);
  private final Ends ends = new Ends();
  private Peer peer;

  /** The other half of this suite lets callers read. */
  ByteSource reading(BytePipe pipe) {
    return ByteSource.of(pipe.in);
  }

  private PeerBuilder builder() {
    return Peer.over(
            new StreamTransport(
                "fault", reading(in), out, Ndjson.STANDARD, clock, Duration.ofSeconds(10)),
            Dialect.standard())
        .clock(clock)
        .listener(ends);
  }

  @AfterEach
  void close() {
    if (peer != null) {
      peer.close();
    }
  }

  private void otherSays(String text) throws Exception {
    byte[] bytes = text.getBytes(UTF_8);
    in.write(bytes, 0, bytes.length);
  }

  private static String reply(int id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + id + "}\n";
  }

  @Test
  void whatIsInThePipeIsAnsweredBeforeTheRestFails() throws Exception {
    peer = builder().start();
    List<Call> calls = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      calls.add(peer.call("m", null));
    }
    otherSays(reply(3) + reply(1));
    in.close();
    assertThat(calls.get(2).await()).isEqualTo(Json.parse("3"));
    assertThat(calls.get(0).await()).isEqualTo(Json.parse("1"));
    assertThat(Ends.failureOf(calls.get(1)))
        .isInstanceOfSatisfying(
            CallFailure.Disconnected.class,
            gone -> assertThat(gone.reason().kind()).isEqualTo(EndReason.Kind.END_OF_STREAM));
    assertThat(ends.await().kind()).isEqualTo(EndReason.Kind.END_OF_STREAM);
    assertThat(peer.pendingCalls()).isZero();
    assertThat(Ends.failureOf(peer.call("m", null))).isInstanceOf(CallFailure.Disconnected.class);
    assertThatThrownBy(() -> peer.notify("m", null)).isInstanceOf(CallException.class);
  }

  @Test
  void halfAFrameAndThenTheEndIsABrokenFrame() throws Exception {
    Transport blocks =
        new StreamTransport("half", reading(in), out, ContentLength.STRICT, clock, null);
    peer = Peer.over(blocks, Dialect.standard()).listener(ends).start();
    Call call = peer.call("m", null);
    otherSays("Content-Length: 20\r\n\r\n{\"json");
    in.close();
    assertThat(ends.await().violation()).isEqualTo(Violation.TRUNCATED);
    assertThat(Ends.failureOf(call).sentence()).contains("6 of the 20 bytes");
  }

  @Test
  void aSlowOrderedHandlerHoldsUpNoConcurrentOneAndNoReader() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    BlockingQueue<String> quick = new LinkedBlockingQueue<>();
    peer =
        builder()
            .onNotification("slow", Order.ORDERED, n -> release.await())
            .onNotification("quick", Order.CONCURRENT, n -> quick.add(n.method()))
            .start();
    otherSays("{\"jsonrpc\":\"2.0\",\"method\":\"slow\"}\n".repeat(1000));
    otherSays("{\"jsonrpc\":\"2.0\",\"method\":\"quick\"}\n");
    assertThat(quick.poll(30, TimeUnit.SECONDS)).isEqualTo("quick");
    release.countDown();
  }

  @Test
  void aReplyWaitsForTheOrderedMessagesBeforeIt() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    peer =
        builder()
            .onNotification(
                "slow",
                Order.ORDERED,
                n -> {
                  started.countDown();
                  release.await();
                })
            .onNotification("mark", Order.CONCURRENT, n -> release.countDown())
            .start();
    Call call = peer.call("m", null);
    otherSays("{\"jsonrpc\":\"2.0\",\"method\":\"slow\"}\n");
    started.await();
    otherSays(reply(1));
    assertThat(call.isDone()).isFalse();
    otherSays("{\"jsonrpc\":\"2.0\",\"method\":\"mark\"}\n");
    assertThat(call.await()).isEqualTo(Json.parse("1"));
  }

  @Test
  void anOrderedHandlerMayCallBackAndWait() throws Exception {
    CompletableFuture<Json> answer = new CompletableFuture<>();
    peer =
        builder()
            .onNotification(
                "ask", Order.ORDERED, n -> answer.complete(n == null ? null : ask().await()))
            .start();
    otherSays("{\"jsonrpc\":\"2.0\",\"method\":\"ask\"}\n");
    StringBuilder line = new StringBuilder();
    for (int b = out.in.read(); b != '\n'; b = out.in.read()) {
      line.append((char) b);
    }
    assertThat(line).contains("\"id\":1");
    otherSays(reply(1));
    assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo(Json.parse("1"));
  }

  private Call ask() {
    return peer.call("m", null);
  }

  @Test
  void aBlockedWriterDoesNotBlockTheReader() throws Exception {
    peer = builder().start();
    Call call = peer.call("m", Json.string("x".repeat(10_000)));
    out.awaitBlockedWriter();
    otherSays(reply(1));
    assertThat(call.await()).isEqualTo(Json.parse("1"));
  }

  @Test
  void aWriteThatIsStuckEndsThePeer() throws Exception {
    peer = builder().start();
    Call call = peer.call("m", Json.string("x".repeat(10_000)));
    out.awaitBlockedWriter();
    clock.advance(Duration.ofSeconds(10));
    assertThat(ends.await().kind()).isEqualTo(EndReason.Kind.WRITE_STUCK);
    assertThat(Ends.failureOf(call)).isInstanceOf(CallFailure.Disconnected.class);
  }

  @Test
  void aTimedOutCallIsForgottenAndItsLateReplyIgnored() throws Exception {
    peer = builder().start();
    Call late = peer.call("m", null, CallOptions.within(Duration.ofSeconds(1)));
    Call later = peer.call("m", null, CallOptions.within(Duration.ofSeconds(2)));
    clock.advance(Duration.ofSeconds(1));
    assertThat(Ends.failureOf(late)).isEqualTo(new CallFailure.Timeout(Duration.ofSeconds(1)));
    assertThat(later.isDone()).isFalse();
    otherSays(reply(1) + reply(2));
    assertThat(later.await()).isEqualTo(Json.parse("2"));
    assertThat(peer.pendingCalls()).isZero();
  }

  @Test
  void closingFailsTheCallsThatWait() throws Exception {
    peer = builder().start();
    Call call = peer.call("m", null);
    CompletableFuture<Json> future = call.toFuture();
    peer.close();
    assertThat(Ends.failureOf(call)).isInstanceOf(CallFailure.Disconnected.class);
    assertThatThrownBy(() -> future.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(CallException.class);
    assertThat(ends.await()).isEqualTo(EndReason.CLOSED);
  }

  @Test
  void moreCallsThanThePeerHoldsAreRefused() throws Exception {
    peer = builder().maxPending(2).start();
    peer.call("m", null);
    peer.call("m", null);
    assertThat(Ends.failureOf(peer.call("m", null))).isInstanceOf(CallFailure.Overloaded.class);
    assertThat(peer.pendingCalls()).isEqualTo(2);
  }

  @Test
  void aFailingHandlerAnswersAShortErrorAndTellsTheObserver() throws Exception {
    BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
    HandTransport wire = new HandTransport();
    PeerObserver observer =
        new PeerObserver() {
          @Override
          public void handlerFailed(String method, Throwable failure) {
            failures.add(failure);
          }
        };
    try (Peer other =
        Peer.over(wire, Dialect.standard())
            .observer(observer)
            .onRequest(
                "boom",
                Order.ORDERED,
                (r, e) -> {
                  throw new IllegalStateException("secret");
                })
            .start()) {
      wire.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"boom\"}");
      assertThat(wire.hear()).contains("-32603").doesNotContain("secret");
      assertThat(failures.poll(30, TimeUnit.SECONDS)).hasMessage("secret");
      assertThat(other.endReason()).isNull();
    }
  }

  @Test
  void cancelAndReplyRaceToExactlyOneOutcome() throws Exception {
    HandTransport wire = new HandTransport();
    try (Peer racing = Peer.over(wire, Dialect.standard()).start()) {
      for (int i = 1; i <= 2_000; i++) {
        Call call = racing.call("m", null);
        wire.hear();
        Thread canceller = Thread.ofVirtual().start(call::cancel);
        wire.say(reply(i));
        try {
          assertThat(call.await()).isEqualTo(Json.parse("" + i));
        } catch (CallException cancelled) {
          assertThat(cancelled.failure()).isEqualTo(new CallFailure.Cancelled());
        }
        canceller.join();
      }
      assertThat(racing.pendingCalls()).isZero();
    }
  }

  @Test
  void tenThousandVirtualThreadsCallAtOnce() throws Exception {
    BytePipe there = new BytePipe(65_536);
    BytePipe back = new BytePipe(65_536);
    AtomicInteger right = new AtomicInteger();
    try (Peer server =
            Peer.over(stream(there, back), Dialect.standard())
                .onRequest("echo", Order.CONCURRENT, (r, e) -> r.paramsOrEmpty())
                .inboundBounds(
                    new InboundBounds(20_000, 64 << 20, InboundBounds.OnFull.PAUSE_READING, 20_000))
                .start();
        Peer client = Peer.over(stream(back, there), Dialect.standard()).start()) {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 10_000; i++) {
        Json params = Json.parse("[" + i + "]");
        threads.add(
            Thread.ofVirtual()
                .start(
                    () -> {
                      try {
                        if (client.call("echo", params).await().equals(params)) {
                          right.incrementAndGet();
                        }
                      } catch (InterruptedException stop) {
                        Thread.currentThread().interrupt();
                      }
                    }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(right).hasValue(10_000);
      assertThat(client.pendingCalls() + server.pendingCalls()).isZero();
    }
  }

  private Transport stream(BytePipe in, BytePipe out) {
    return new StreamTransport("many", reading(in), out, Ndjson.STANDARD, Clock.system(), null);
  }

  @Test
  void aFullOrderedQueueEndsThePeerWhereTheBoundsSaySo() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    peer =
        builder()
            .inboundBounds(new InboundBounds(10, 1 << 20, InboundBounds.OnFull.END_PEER, 1))
            .onNotification("slow", Order.ORDERED, n -> release.await())
            .start();
    otherSays("{\"jsonrpc\":\"2.0\",\"method\":\"slow\"}\n".repeat(30));
    while (peer.endReason() == null) {
      Thread.onSpinWait();
    }
    release.countDown();
    assertThat(ends.await().kind()).isEqualTo(EndReason.Kind.OVERFLOW);
  }

  private String readLine() throws Exception {
    StringBuilder line = new StringBuilder();
    for (int b = out.in.read(); b != '\n'; b = out.in.read()) {
      line.append((char) b);
    }
    return line.toString();
  }

  @Test
  void whatIsUrgentOvertakesWhatWaitsBehindAFullPipe() throws Exception {
    LaneSpec urgent = LaneSpec.of("urgent", 1);
    LaneSpec usual = LaneSpec.of("usual", 2);
    peer = builder().lanes(List.of(usual, urgent), usual, usual).start();
    peer.notify("first", Json.string("x".repeat(70_000)));
    out.awaitBlockedWriter();
    peer.notify("second", null);
    peer.notify("third", null);
    peer.notify("key", null, urgent);
    assertThat(readLine()).contains("first");
    assertThat(readLine()).contains("key");
    assertThat(readLine()).contains("second");
    assertThat(readLine()).contains("third");
  }

  @Test
  void afterThisEndClosedItsSideReadingGoesOnAndSendsFailAlone() throws Exception {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    peer = builder().onOtherNotifications(Order.ORDERED, n -> heard.add(n.method())).start();
    Call asked = peer.call("shutdown", null);
    peer.closeOutbound();
    assertThat(readLine()).contains("shutdown");
    assertThat(out.in.read()).isEqualTo(-1);
    assertThat(Ends.failureOf(peer.call("late", null))).isInstanceOf(CallFailure.SendFailed.class);
    clock.advance(Duration.ofMinutes(1));
    otherSays("{\"jsonrpc\":\"2.0\",\"method\":\"bye\"}\n" + reply(1));
    assertThat(asked.await()).isEqualTo(Json.parse("1"));
    assertThat(heard.poll(30, TimeUnit.SECONDS)).isEqualTo("bye");
    in.close();
    assertThat(ends.await().kind()).isEqualTo(EndReason.Kind.END_OF_STREAM);
  }

  @Test
  void aBrokenPipeLeavesTimeForWhatWasSaidBeforeAndThenEnds() throws Exception {
    peer = builder().start();
    Call first = peer.call("m", null);
    out.in.close();
    Call second = peer.call("m", null);
    otherSays(reply(1));
    assertThat(first.await()).isEqualTo(Json.parse("1"));
    assertThat(second.isDone()).isFalse();
    clock.advance(Duration.ofSeconds(1));
    assertThat(Ends.failureOf(second).sentence()).contains("Broken pipe");
    assertThat(ends.await().kind()).isEqualTo(EndReason.Kind.IO_ERROR);
  }
}
