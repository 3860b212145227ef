package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.base.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A caller that reads for itself while it waits: whatever happens, nobody else suffers. */
@Timeout(60)
class CallerReadsTest {
  /** So long that only being asked brings the own thread back. */
  private static final Duration FOR_EVER = Duration.ofDays(1);

  private static final Ndjson SHORT_LINES =
      new Ndjson(200, 200, Ndjson.BlankLines.SKIP, false, Framing.BadUtf8.REPLACE);

  private final ManualClock clock = new ManualClock();
  private final HandSource source = new HandSource();
  private final Ends ends = new Ends();
  private Transport transport;
  private Peer peer;
  private int calls;

  /** A call with somebody who waits for it. */
  private record Waiting(int id, Call call, Thread caller, CompletableFuture<Json> outcome) {
    Json result() throws Exception {
      return outcome.get(30, TimeUnit.SECONDS);
    }

    CallFailure failure() throws Exception {
      try {
        throw new AssertionError("The call has a result: " + result());
      } catch (ExecutionException failed) {
        return ((CallException) failed.getCause()).failure();
      }
    }
  }

  private PeerBuilder builder(Framing framing, Duration standBy) {
    transport =
        new StreamTransport("here", source, new BytePipe(1 << 20), framing, clock, null, standBy);
    PeerBuilder made = Peer.over(transport, Dialect.standard()).clock(clock).listener(ends);
    made.processors = 2;
    return made;
  }

  private PeerBuilder builder() {
    return builder(Ndjson.STANDARD, FOR_EVER);
  }

  @AfterEach
  void close() {
    peer.close();
  }

  private static String reply(int id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + id + "}\n";
  }

  private static String notification(String method) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\"}\n";
  }

  private Waiting call(Thread.Builder on, CallOptions options) {
    Call call = peer.call("m", null, options);
    CompletableFuture<Json> outcome = new CompletableFuture<>();
    Thread caller =
        on.start(
            () -> {
              try {
                outcome.complete(call.await());
              } catch (RuntimeException | InterruptedException failed) {
                outcome.completeExceptionally(failed);
              }
            });
    return new Waiting(++calls, call, caller, outcome);
  }

  private Waiting call() {
    return call(Thread.ofPlatform(), CallOptions.NONE);
  }

  /** Calls until it is the caller who reads, as it is from the second of quick calls on. */
  private Waiting callerReads(CallOptions options) throws Exception {
    while (true) {
      Waiting waiting = call(Thread.ofPlatform(), options);
      Thread reads = source.awaitReader();
      if (reads != null) {
        assertThat(reads).isSameAs(waiting.caller());
        return waiting;
      }
      transport.readHere(new TestVolunteer(() -> true));
      source.say(reply(waiting.id()));
      waiting.result();
    }
  }

  private Waiting callerReads() throws Exception {
    return callerReads(CallOptions.NONE);
  }

  @Test
  void theCallerTakesItsOwnReply() throws Exception {
    peer = builder().start();
    for (int i = 0; i < 100; i++) {
      Waiting waiting = callerReads();
      source.say(reply(waiting.id()));
      assertThat(waiting.result()).isEqualTo(Json.parse("" + waiting.id()));
    }
  }

  @Test
  void aReplyInPiecesIsStillTheCallers() throws Exception {
    peer = builder().start();
    Waiting waiting = callerReads();
    String reply = reply(waiting.id());
    source.say(reply.substring(0, 10));
    assertThat(source.awaitReader()).isSameAs(waiting.caller());
    source.say(reply.substring(10));
    assertThat(waiting.result()).isEqualTo(Json.parse("" + waiting.id()));
  }

  @Test
  void aSlowReplyIsLeftToTheOwnThread() throws Exception {
    peer = builder().start();
    Waiting waiting = callerReads();
    source.timeIsOver();
    source.awaitOwnReader();
    assertThat(waiting.outcome()).isNotDone();
    source.say(reply(waiting.id()));
    assertThat(waiting.result()).isEqualTo(Json.parse("" + waiting.id()));
  }

  @Test
  void aDeadlineThatPassesWhileTheCallerReadsFailsItsCall() throws Exception {
    peer = builder().start();
    Waiting waiting = callerReads(CallOptions.within(Duration.ofSeconds(1)));
    clock.advance(Duration.ofSeconds(1));
    assertThat(waiting.call().isDone()).isTrue();
    source.timeIsOver();
    assertThat(waiting.failure()).isEqualTo(new CallFailure.Timeout(Duration.ofSeconds(1)));
    Waiting next = call();
    source.say(reply(waiting.id()) + reply(next.id()));
    assertThat(next.result()).isEqualTo(Json.parse("" + next.id()));
  }

  @Test
  void aReplyThatHasComeAndThatNobodyHasReadIsInTime() throws Exception {
    peer = builder().start();
    Waiting first = callerReads();
    Call later = peer.call("m", null, CallOptions.within(Duration.ofSeconds(1)));
    int id = ++calls;
    source.say(reply(first.id()));
    first.result();
    source.say(reply(id));
    clock.advance(Duration.ofSeconds(1));
    source.awaitOwnReader();
    assertThat(later.await()).isEqualTo(Json.parse("" + id));
  }

  @Test
  void whereNoneHasComeTheCallFailsALittleLater() throws Exception {
    peer = builder().start();
    Waiting first = callerReads();
    Call later = peer.call("m", null, CallOptions.within(Duration.ofSeconds(1)));
    calls++;
    source.say(reply(first.id()));
    first.result();
    clock.advance(Duration.ofSeconds(1));
    source.awaitOwnReader();
    assertThat(later.isDone()).isFalse();
    clock.advance(Calls.UNREAD);
    assertThat(Ends.failureOf(later)).isEqualTo(new CallFailure.Timeout(Duration.ofSeconds(1)));
  }

  @Test
  void aDeadlineAtTheVeryBeginningOfTimeIsOne() throws Exception {
    peer = builder().start();
    Call call = peer.call("m", null, CallOptions.within(Duration.ZERO));
    clock.advance(Duration.ofNanos(1));
    assertThat(Ends.failureOf(call)).isEqualTo(new CallFailure.Timeout(Duration.ZERO));
  }

  @Test
  void aTricklingOtherEndDoesNotKeepACallerWhoseCallIsOver() throws Exception {
    peer = builder(Ndjson.STANDARD, InboundReader.STAND_BY).start();
    Waiting waiting = callerReads();
    waiting.call().cancel();
    source.say("{");
    assertThat(waiting.failure()).isEqualTo(new CallFailure.Cancelled());
    source.awaitOwnReader();
  }

  @Test
  void aCancelledCallEndsTheReading() throws Exception {
    peer = builder().start();
    Waiting waiting = callerReads();
    waiting.call().cancel();
    source.timeIsOver();
    assertThat(waiting.failure()).isEqualTo(new CallFailure.Cancelled());
    assertThat(peer.endReason()).isNull();
  }

  @Test
  void anInterruptedCallerLeavesTheReadingAndTheCallGoesOn() throws Exception {
    peer = builder().start();
    Waiting waiting = callerReads();
    waiting.caller().interrupt();
    assertThatThrownBy(waiting::result).hasCauseInstanceOf(InterruptedException.class);
    source.awaitOwnReader();
    source.say(reply(waiting.id()));
    assertThat(waiting.call().await()).isEqualTo(Json.parse("" + waiting.id()));
  }

  @Test
  void closingThePeerWhileACallerReadsFailsItsCall() throws Exception {
    peer = builder().start();
    Waiting waiting = callerReads();
    peer.close();
    assertThat(waiting.failure()).isEqualTo(new CallFailure.Disconnected(EndReason.CLOSED));
    assertThat(ends.await()).isEqualTo(EndReason.CLOSED);
  }

  @Test
  void theCallerTakesTheRepliesOfOthersToo() throws Exception {
    peer = builder().start();
    Waiting first = callerReads();
    Waiting second = call();
    Waiting third = call(Thread.ofVirtual(), CallOptions.NONE);
    source.say(reply(third.id()) + reply(second.id()));
    assertThat(second.result()).isEqualTo(Json.parse("" + second.id()));
    assertThat(third.result()).isEqualTo(Json.parse("" + third.id()));
    assertThat(source.awaitReader()).isSameAs(first.caller());
    source.say(reply(first.id()));
    assertThat(first.result()).isEqualTo(Json.parse("" + first.id()));
  }

  @Test
  void aCallerWithManyCallsUnderWayTakesAllOfTheirReplies() throws Exception {
    peer = builder().start();
    Waiting first = callerReads();
    List<Call> others = new ArrayList<>();
    StringBuilder replies = new StringBuilder(reply(first.id()));
    for (int i = 0; i < 50; i++) {
      others.add(peer.call("m", null));
      replies.append(reply(++calls));
    }
    source.say(replies.toString());
    first.result();
    assertThat(others.stream().filter(Call::isDone))
        .as("nobody else has read, and it some at a time")
        .hasSize(InboundReader.TOLD_TOGETHER - 1);
    for (Call other : others) {
      assertThat(awaitedOnPlatform(other).get(30, TimeUnit.SECONDS)).isNotNull();
    }
    CompletableFuture<Json> outcome = awaitedOnPlatform(peer.call("m", null));
    assertThat(source.awaitReader()).as("the own thread was not called back").isNotNull();
    source.say(reply(++calls));
    assertThat(outcome.get(30, TimeUnit.SECONDS)).isEqualTo(Json.parse("" + calls));
  }

  private static CompletableFuture<Json> awaitedOnPlatform(Call call) {
    CompletableFuture<Json> outcome = new CompletableFuture<>();
    Thread.ofPlatform().start(() -> outcome.completeAsync(() -> awaited(call), Runnable::run));
    return outcome;
  }

  private static Json awaited(Call call) {
    try {
      return call.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whatACallerLeavesTheOwnThreadTakesIfNobodyComesBack() throws Exception {
    peer = builder(Ndjson.STANDARD, InboundReader.STAND_BY).start();
    Waiting waiting = callerReads();
    List<Call> others = new ArrayList<>();
    StringBuilder replies = new StringBuilder(reply(waiting.id()));
    for (int i = 0; i < 90; i++) {
      others.add(peer.call("m", null));
      replies.append(reply(++calls));
    }
    source.say(replies.toString());
    waiting.result();
    source.awaitOwnReader();
    assertThat(others).allMatch(Call::isDone);
  }

  @Test
  void callsThatNobodyWaitsForDoNotCallTheOwnThreadBack() throws Exception {
    peer = builder().start();
    Waiting first = callerReads();
    Call later = peer.call("m", null);
    int id = ++calls;
    source.say(reply(first.id()));
    first.result();
    Waiting second = call();
    assertThat(source.awaitReader()).isSameAs(second.caller());
    source.say(reply(id) + reply(second.id()));
    second.result();
    assertThat(later.await()).isEqualTo(Json.parse("" + id));
  }

  @Test
  void onOneProcessorACallerWithSeveralCallsUnderWayLeavesTheReadingToTheOwnThread()
      throws Exception {
    PeerBuilder alone = builder();
    alone.processors = 1;
    peer = alone.start();
    Waiting first = callerReads();
    Call later = peer.call("m", null);
    int id = ++calls;
    source.say(reply(first.id()));
    first.result();
    Waiting second = call();
    source.awaitOwnReader();
    source.say(reply(id) + reply(second.id()));
    second.result();
    assertThat(later.await()).isEqualTo(Json.parse("" + id));
  }

  @Test
  void anInterruptedCallerStillCountsUntilItsCallIsOver() throws Exception {
    peer = builder().start();
    Waiting virtual = call(Thread.ofVirtual(), CallOptions.NONE);
    source.awaitOwnReader();
    virtual.caller().interrupt();
    assertThatThrownBy(virtual::result).hasCauseInstanceOf(InterruptedException.class);
    source.say(reply(virtual.id()));
    assertThat(virtual.call().await()).isEqualTo(Json.parse("" + virtual.id()));
    Waiting next = callerReads();
    source.say(reply(next.id()));
    next.result();
  }

  @Test
  void whoWaitsWhenTheReadingCallerIsDoneIsReadForByTheOwnThread() throws Exception {
    peer = builder().start();
    Waiting first = callerReads();
    Waiting second = call(Thread.ofVirtual(), CallOptions.NONE);
    source.say(reply(first.id()));
    first.result();
    source.awaitOwnReader();
    source.say(reply(second.id()));
    assertThat(second.result()).isEqualTo(Json.parse("" + second.id()));
  }

  @Test
  void aVirtualCallerAndAFutureCallTheOwnThreadBack() throws Exception {
    peer = builder().start();
    for (int i = 0; i < 20; i++) {
      Waiting platform = callerReads();
      source.say(reply(platform.id()));
      platform.result();
      Waiting virtual = call(Thread.ofVirtual(), CallOptions.NONE);
      source.awaitOwnReader();
      source.say(reply(virtual.id()));
      virtual.result();
    }
    Waiting platform = callerReads();
    source.say(reply(platform.id()));
    platform.result();
    CompletableFuture<Json> future = peer.call("m", null).toFuture();
    source.awaitOwnReader();
    source.say(reply(++calls));
    assertThat(future.get(30, TimeUnit.SECONDS)).isEqualTo(Json.parse("" + calls));
  }

  @Test
  void whatComesRightAfterTheReplyIsHeardInOrder() throws Exception {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    peer =
        builder(Ndjson.STANDARD, InboundReader.STAND_BY)
            .onOtherNotifications(Order.ORDERED, n -> heard.add(n.method()))
            .start();
    for (int round = 0; round < 50; round++) {
      Waiting waiting = callerReads();
      source.say(reply(waiting.id()) + notification("a") + notification("b"));
      source.say(notification("c"));
      waiting.result();
      source.say(notification("d"));
      for (String method : List.of("a", "b", "c", "d")) {
        assertThat(heard.poll(30, TimeUnit.SECONDS)).isEqualTo(method);
      }
    }
  }

  @Test
  void withoutCallsTheOwnThreadIsSoonBackInOneLongRead() throws Exception {
    peer = builder(Ndjson.STANDARD, InboundReader.STAND_BY).start();
    Waiting waiting = callerReads();
    source.say(reply(waiting.id()));
    waiting.result();
    source.awaitOwnReader();
  }

  @Test
  void aReplyBehindOrderedMessagesWaitsForThemWithoutReading() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    peer = builder().onNotification("slow", Order.ORDERED, n -> release.await()).start();
    Waiting waiting = callerReads();
    source.say(notification("slow") + reply(waiting.id()));
    source.awaitOwnReader();
    assertThat(waiting.outcome()).isNotDone();
    release.countDown();
    assertThat(waiting.result()).isEqualTo(Json.parse("" + waiting.id()));
  }

  @Test
  void aFullQueueHoldsUpTheOwnThreadAndNotTheCaller() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    peer =
        builder()
            .inboundBounds(new InboundBounds(1, 1 << 20, InboundBounds.OnFull.PAUSE_READING, 1))
            .onNotification("slow", Order.ORDERED, n -> release.await())
            .start();
    Waiting waiting = callerReads(CallOptions.within(Duration.ofSeconds(1)));
    source.say(notification("slow").repeat(10) + reply(waiting.id()));
    clock.advance(Duration.ofSeconds(1));
    assertThat(waiting.failure()).isInstanceOf(CallFailure.Timeout.class);
    release.countDown();
    source.awaitOwnReader();
  }

  @Test
  void theEndSeenByACallerFailsAllCallsAfterWhatCameBeforeIt() throws Exception {
    peer = builder().start();
    Waiting first = callerReads();
    Waiting second = call();
    Waiting third = call(Thread.ofVirtual(), CallOptions.NONE);
    source.say(reply(second.id()));
    source.end();
    assertThat(second.result()).isEqualTo(Json.parse("" + second.id()));
    for (Waiting lost : List.of(first, third)) {
      assertThat(lost.failure())
          .isInstanceOfSatisfying(
              CallFailure.Disconnected.class,
              gone -> assertThat(gone.reason().kind()).isEqualTo(EndReason.Kind.END_OF_STREAM));
    }
    assertThat(ends.await().kind()).isEqualTo(EndReason.Kind.END_OF_STREAM);
    assertThat(ends.inbound).isCompleted();
  }

  @Test
  void aBrokenFrameSeenByACallerEndsThePeerWithTheViolation() throws Exception {
    peer = builder(SHORT_LINES, FOR_EVER).start();
    Waiting waiting = callerReads();
    source.say("x".repeat(300));
    assertThat(waiting.failure()).isInstanceOf(CallFailure.Disconnected.class);
    assertThat(ends.await().violation()).isEqualTo(Violation.LINE_TOO_LONG);
  }
}
