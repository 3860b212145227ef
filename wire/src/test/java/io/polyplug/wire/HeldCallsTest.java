package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.ManualClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that were held back for company, with a clock that never beats: who waits sends them. */
@Timeout(60)
class HeldCallsTest {
  private static final int REPLIES = 3 * InboundReader.TOLD_TOGETHER;

  private final ManualClock clock = new ManualClock();
  private final HandSource source = new HandSource();
  private final CountingSink sink = new CountingSink();
  private final Ends ends = new Ends();
  private final Transport transport =
      new StreamTransport("here", source, sink, Ndjson.STANDARD, clock, null, Duration.ofDays(1));
  private final Peer peer = peer();
  private final Call[] calls = new Call[2 * Rush.NOTICED_AFTER];
  private int made;

  private Peer peer() {
    PeerBuilder builder = Peer.over(transport, Dialect.standard()).clock(clock).listener(ends);
    builder.processors = 2;
    builder.rushClock = new ManualClock();
    return builder.start();
  }

  /** Counts lines, or has no stack left. */
  private static final class CountingSink implements ByteSink {
    private int lines;
    private boolean tooDeep;

    @Override
    public synchronized int offer(byte[] bytes, int offset, int length) {
      if (tooDeep) {
        throw new StackOverflowError();
      }
      for (int i = offset; i < offset + length; i++) {
        lines += bytes[i] == '\n' ? 1 : 0;
      }
      notifyAll();
      return length;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      throw new AssertionError("All fits.");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    synchronized int lines() {
      return lines;
    }

    synchronized void breakDown() {
      tooDeep = true;
    }

    synchronized void await(int count) throws InterruptedException {
      while (lines < count) {
        wait();
      }
    }
  }

  @AfterEach
  void close() {
    peer.close();
  }

  private Call call() {
    Call call = peer.call("m", null);
    calls[++made] = call;
    return call;
  }

  /** Calls until one is held. */
  private Call holdOne() {
    while (true) {
      Call call = call();
      if (sink.lines() < made) {
        assertThat(sink.lines()).isEqualTo(made - 1);
        return call;
      }
    }
  }

  private static CompletableFuture<Json> awaited(Call call) {
    CompletableFuture<Json> outcome = new CompletableFuture<>();
    Thread.ofPlatform()
        .start(
            () -> {
              try {
                outcome.complete(call.await());
              } catch (RuntimeException | InterruptedException failed) {
                outcome.completeExceptionally(failed);
              }
            });
    return outcome;
  }

  private static String reply(int id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + id + "}\n";
  }

  /** Has the own thread stand by: callers read. */
  private void standBy() throws Exception {
    while (true) {
      CompletableFuture<Json> outcome = awaited(call());
      Thread reads = source.awaitReader();
      transport.readHere(new TestVolunteer(() -> true));
      source.say(reply(made));
      outcome.get(30, TimeUnit.SECONDS);
      if (reads != null) {
        return;
      }
    }
  }

  @Test
  void whoWaitsForTheThreadThatReadsSendsThem() throws Exception {
    Call held = holdOne();
    CompletableFuture<Json> outcome = awaited(held);
    sink.await(made);
    source.say(reply(made));
    assertThat(outcome.get(30, TimeUnit.SECONDS)).isEqualTo(Json.parse("" + made));
  }

  @Test
  void whoReadsItselfSendsThemBefore() throws Exception {
    standBy();
    Call held = holdOne();
    CompletableFuture<Json> outcome = awaited(held);
    assertThat(source.awaitReader()).isNotNull();
    assertThat(sink.lines()).isEqualTo(made);
    source.say(reply(made));
    assertThat(outcome.get(30, TimeUnit.SECONDS)).isEqualTo(Json.parse("" + made));
  }

  @Test
  void whoseReplyHasComeDoesNotSendThem() throws Exception {
    standBy();
    Call held = holdOne();
    CompletableFuture<Json> outcome = awaited(held);
    assertThat(source.awaitReader()).isNotNull();
    StringBuilder replies = new StringBuilder(reply(made));
    int first = made - REPLIES;
    for (int id = first; id < made; id++) {
      replies.append(reply(id));
    }
    source.say(replies.toString());
    outcome.get(30, TimeUnit.SECONDS);
    Call left = calls[made - 1];
    assertThat(left.isDone()).isFalse();
    Call next = call();
    assertThat(awaited(calls[first + InboundReader.TOLD_TOGETHER]).get(30, TimeUnit.SECONDS))
        .isNotNull();
    assertThat(sink.lines()).isEqualTo(made - 1);
    assertThat(next.isDone()).isFalse();
  }

  @Test
  void whatFailsWhileTheyAreSentIsTheEndOfWritingAndNotOfReading() throws Exception {
    standBy();
    Call held = holdOne();
    sink.breakDown();
    CompletableFuture<Json> outcome = awaited(held);
    assertThat(source.awaitReader()).isNotNull();
    source.say(reply(made));
    assertThat(outcome.get(30, TimeUnit.SECONDS)).isEqualTo(Json.parse("" + made));
    assertThat(clock.awaitWaiting(1, Duration.ofSeconds(30))).isTrue();
    clock.advance(Duration.ofSeconds(1));
    assertThat(ends.await().kind()).isEqualTo(EndReason.Kind.IO_ERROR);
    assertThat(ends.await().sentence()).contains("StackOverflowError");
  }
}
