package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class InboundReaderTest {
  private static final long DAY = Duration.ofDays(1).toNanos();

  private final HandSource source = new HandSource();
  private final CompletableFuture<Throwable> thrown = new CompletableFuture<>();
  private final AtomicReference<Thread> toldOn = new AtomicReference<>();
  private final CountDownLatch first = new CountDownLatch(1);
  private final Thread tester = Thread.currentThread();
  private final AtomicReference<Thread> own = new AtomicReference<>();
  private final Semaphore asked = new Semaphore(0);
  private int toldHere;
  private final BlockingQueue<Boolean> judged = new LinkedBlockingQueue<>();
  private final Patience patience =
      new Patience(DAY) {
        @Override
        void judge(long afterNanos, boolean caller) {
          judged.add(caller);
        }
      };
  private final InboundReader reader =
      new InboundReader(
          "reader",
          source,
          Ndjson.STANDARD.decoder(),
          new Listener(),
          this::isClosed,
          patience,
          this::body);

  /** Quiet always; does not like frames that say so. */
  private final class Listener implements TransportListener {
    @Override
    public void onFrame(byte[] body) {
      toldOn.set(Thread.currentThread());
      toldHere += Thread.currentThread().equals(tester) ? 1 : 0;
      first.countDown();
      if (body.length > 2) {
        throw new IllegalStateException("listener");
      }
    }

    @Override
    public boolean isQuiet() {
      return true;
    }

    @Override
    public void onInboundEnded(EndReason reason) {}

    @Override
    public void onClosed(EndReason reason) {}
  }

  /** Asked by the own thread when it looks whether it is needed and somebody has read. */
  private boolean isClosed() {
    Thread asks = Thread.currentThread();
    if (!asks.equals(tester)) {
      own.set(asks);
      asked.release();
    }
    return false;
  }

  private void body(InboundReader self) {
    try {
      self.readAll();
      thrown.complete(new AssertionError("returned"));
    } catch (Throwable failure) {
      thrown.complete(failure);
    }
  }

  @AfterEach
  void close() {
    source.close();
    reader.summon();
  }

  @Test
  void whatTheListenerThrowsAtACallerIsTheOwnThreadsToThrow() throws Exception {
    standBy();
    source.say("[1]\n");
    reader.readHere(new TestVolunteer(() -> false));
    assertThat(thrown.get(30, TimeUnit.SECONDS)).hasMessage("listener");
  }

  /** Has the own thread stand by, after which this thread may read. */
  private void standBy() throws Exception {
    reader.start();
    source.awaitOwnReader();
    reader.readHere(new TestVolunteer(() -> true));
    source.say("{}\n");
    first.await();
    source.say("{}\n");
    while (toldHere == 0) {
      reader.readHere(new TestVolunteer(() -> toldHere > 0));
    }
  }

  @Test
  void theOwnThreadStaysAwayWhileSomebodyReadsAndComesBackAfterwards() throws Exception {
    standBy();
    for (int i = 0; i < 100; i++) {
      asked.drainPermits();
      LockSupport.unpark(own.get());
      asked.acquire();
      source.say("{}\n");
      int before = toldHere;
      reader.readHere(new TestVolunteer(() -> toldHere > before));
      assertThat(toldHere).as("the own thread has looked and gone").isEqualTo(before + 1);
    }
    takeOver();
  }

  @Test
  void aCallerThatComesBeforeAnythingElseFindsThatTheOwnThreadCameTooEarly() throws Exception {
    standBy();
    takeOver();
    reader.readHere(new TestVolunteer(() -> true));
    source.say("{}\n");
    assertThat(judged.take()).isTrue();
  }

  @Test
  void whatComesBeforeAnyCallerFindsThatItCameInTime() throws Exception {
    standBy();
    takeOver();
    source.say("{}\n");
    if (judged.take()) {
      // Somebody had wanted to read while the own thread made up its mind to let them.
      takeOver();
      source.say("{}\n");
      assertThat(judged.take()).isFalse();
    }
  }

  /** The own thread has waited for long enough. */
  private void takeOver() {
    while (!source.ownReaderWaits()) {
      LockSupport.unpark(own.get());
    }
  }

  @Test
  void whatMayNotBeToldHereIsToldByTheOwnThreadAtOnce() throws Exception {
    standBy();
    int before = toldHere;
    source.say("{}\n{}\n");
    reader.readHere(new TestVolunteer(() -> toldHere > before, () -> toldHere > before));
    assertThat(toldHere).isEqualTo(before + 1);
    source.awaitOwnReader();
    assertThat(toldOn.get()).isSameAs(own.get());
  }

  @Test
  void whoHasEnoughLeavesMostOfTheRestForItsNextReadAndWaitsForNone() throws Exception {
    standBy();
    toldHere = 0;
    source.say("{}\n".repeat(2 * InboundReader.TOLD_TOGETHER + 5));
    reader.readHere(new TestVolunteer(() -> toldHere >= 1));
    assertThat(toldHere).isEqualTo(InboundReader.TOLD_TOGETHER);
    TestVolunteer next = new TestVolunteer(() -> toldHere > InboundReader.TOLD_TOGETHER);
    reader.readHere(next);
    assertThat(toldHere).isEqualTo(2 * InboundReader.TOLD_TOGETHER);
    assertThat(next.waits).isZero();
    source.say("{}\n");
    TestVolunteer last = new TestVolunteer(() -> toldHere > 2 * InboundReader.TOLD_TOGETHER + 5);
    reader.readHere(last);
    assertThat(toldHere).isEqualTo(2 * InboundReader.TOLD_TOGETHER + 6);
    assertThat(last.waits).isEqualTo(1);
  }

  @Test
  void aSourceThatCannotBoundReadsIsReadByTheOwnThreadAlone() throws Exception {
    BytePipe pipe = new BytePipe(100);
    InboundReader alone =
        new InboundReader(
            "alone",
            ByteSource.of(pipe.in),
            Ndjson.STANDARD.decoder(),
            new Listener(),
            () -> false,
            new Patience(DAY),
            this::body);
    alone.start();
    for (int i = 0; i < 10; i++) {
      alone.readHere(new TestVolunteer(() -> false));
      pipe.write(new byte[] {'{', '}', '\n'}, 0, 3);
    }
    pipe.close();
    assertThat(thrown.get(30, TimeUnit.SECONDS)).hasMessage("returned");
    assertThat(toldOn.get()).isNotSameAs(Thread.currentThread());
  }
}
