package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import io.polyplug.base.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that come at once go out together, and none is forgotten. */
@Timeout(60)
class RushTest {
  private static final int SIZE = 100;

  private final ManualClock clock = new ManualClock();
  private final AtomicInteger sendings = new AtomicInteger();
  private final Rush rush = new Rush(sendings::incrementAndGet, clock);

  private static <T> T virtually(Callable<T> body) throws Exception {
    FutureTask<T> task = new FutureTask<>(body);
    Thread.startVirtualThread(task);
    return task.get();
  }

  private boolean holds() throws Exception {
    return virtually(() -> rush.holds(SIZE, null, Rush.MANY));
  }

  private int heldOf(int calls) throws Exception {
    int held = 0;
    for (int i = 0; i < calls; i++) {
      held += holds() ? 1 : 0;
    }
    return held;
  }

  private void begin() throws Exception {
    assertThat(heldOf(Rush.NOTICED_AFTER)).isZero();
    assertThat(clock.waiting()).isEqualTo(1);
  }

  @Test
  void nothingIsHeldBeforeThereIsARush() throws Exception {
    assertThat(heldOf(Rush.NOTICED_AFTER - 1)).isZero();
    assertThat(clock.waiting()).isZero();
  }

  @Test
  void aFewCallsUnderWayAreNoRush() throws Exception {
    for (int i = 0; i < 2 * Rush.NOTICED_AFTER; i++) {
      assertThat(virtually(() -> rush.holds(SIZE, null, Rush.MANY - 1))).isFalse();
    }
    assertThat(clock.waiting()).isZero();
  }

  @Test
  void onlySmallFramesAreHeld() throws Exception {
    begin();
    assertThat(virtually(() -> rush.holds(1 << 20, null, Rush.MANY))).isFalse();
    assertThat(holds()).isTrue();
  }

  @Test
  void whoIsInAHurryDoesNotWaitForCompany() throws Exception {
    begin();
    assertThat(rush.holds(SIZE, Rush.UNHURRIED.minusNanos(1), Rush.MANY)).isFalse();
    assertThat(rush.holds(SIZE, Rush.UNHURRIED, Rush.MANY)).isTrue();
  }

  @Test
  void aPlatformThreadDoesNotWaitForAVirtualOneThatCollects() throws Exception {
    begin();
    assertThat(holds()).isTrue();
    int carriers =
        Integer.getInteger(
            "jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors());
    CountDownLatch busy = new CountDownLatch(carriers);
    AtomicBoolean over = new AtomicBoolean();
    FutureTask<Void> collecting =
        new FutureTask<>(
            () -> {
              for (int i = 0; i < carriers; i++) {
                Thread.startVirtualThread(() -> spin(busy, over));
              }
              // Lets those go first, who keep every carrier.
              rush.beforeWaiting();
            },
            null);
    Thread.startVirtualThread(collecting);
    try {
      busy.await();
      assertThat(rush.holds(SIZE, null, Rush.MANY)).isTrue();
      rush.beforeWaiting();
      assertThat(sendings).hasValue(1);
    } finally {
      over.set(true);
    }
    collecting.get();
  }

  private static void spin(CountDownLatch begun, AtomicBoolean over) {
    begun.countDown();
    while (!over.get()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void framesOfPlatformThreadsAreHeldUntilTheirCallerWaits() throws Exception {
    begin();
    assertThat(rush.holds(SIZE, null, Rush.MANY)).isTrue();
    assertThat(rush.holds(SIZE, null, Rush.MANY)).isTrue();
    rush.beforeWaiting();
    assertThat(sendings).hasValue(1);
  }

  @Test
  void whenManyAreHeldAllGoOut() throws Exception {
    begin();
    assertThat(heldOf(Rush.TOGETHER)).isEqualTo(Rush.TOGETHER - 1);
    rush.release();
    assertThat(sendings).as("nothing is left to send").hasValue(0);
    assertThat(holds()).isTrue();
  }

  @Test
  void whoIsAboutToWaitSendsWhatIsHeld() throws Exception {
    begin();
    assertThat(heldOf(3)).isEqualTo(3);
    virtually(
        () -> {
          rush.beforeWaiting();
          return true;
        });
    assertThat(sendings).hasValue(1);
    rush.beforeWaiting();
    assertThat(sendings).as("it is sent once").hasValue(1);
  }

  @Test
  void aPlatformThreadThatWaitsSendsWhatOthersHold() throws Exception {
    begin();
    assertThat(holds()).isTrue();
    rush.beforeWaiting();
    assertThat(sendings).hasValue(1);
  }

  @Test
  void whatNobodyWaitsForGoesOutWithTheNextBeat() throws Exception {
    begin();
    assertThat(holds()).isTrue();
    clock.advance(Rush.BEAT);
    assertThat(sendings).hasValue(1);
  }

  @Test
  void theClockStopsBeatingWhenTheRushIsOver() throws Exception {
    begin();
    heldOf(2 * Rush.TOGETHER);
    clock.advance(Rush.BEAT);
    assertThat(clock.waiting()).as("it goes on").isEqualTo(1);
    assertThat(holds()).isTrue();
    clock.advance(Rush.BEAT.multipliedBy(2));
    assertThat(clock.waiting()).isZero();
    assertThat(holds()).isFalse();
    assertThat(sendings).as("what was held before the last beat").hasValue(1);
  }

  @Test
  void theClockBeatsMoreSlowlyWhileTheRushLasts() throws Exception {
    begin();
    for (int times : List.of(1, 2, 4, Rush.SLOWEST, Rush.SLOWEST)) {
      heldOf(Rush.SLOWEST * 4 * Rush.TOGETHER + 1);
      clock.advance(Rush.BEAT.multipliedBy(times).minusNanos(1));
      assertThat(sendings).as("before beat of %d", times).hasValue(0);
      clock.advance(Duration.ofNanos(1));
      assertThat(sendings.getAndSet(0)).as("at beat of %d", times).isEqualTo(1);
    }
  }

  @Test
  void itBeginsAnew() throws Exception {
    begin();
    clock.advance(Rush.BEAT);
    assertThat(clock.waiting()).isZero();
    begin();
    assertThat(holds()).isTrue();
  }

  /** Over real streams: callers that do not wait must not need another call to be heard. */
  @Test
  void callsThatNobodyWaitsForAllArrive() throws Exception {
    int callers = 100;
    int each = 50;
    BytePipe there = new BytePipe(65_536);
    BytePipe back = new BytePipe(65_536);
    CountDownLatch arrived = new CountDownLatch(callers * each);
    CountDownLatch answer = new CountDownLatch(1);
    try (Peer server =
            Peer.over(stream(there, back), Dialect.standard())
                .inboundBounds(
                    new InboundBounds(
                        1, 1 << 20, InboundBounds.OnFull.PAUSE_READING, callers * each))
                .onRequest(
                    "echo",
                    Order.CONCURRENT,
                    (request, exchange) -> {
                      arrived.countDown();
                      answer.await();
                      return request.paramsOrEmpty();
                    })
                .start();
        Peer client = Peer.over(stream(back, there), Dialect.standard()).start()) {
      assertThat(server.endReason()).isNull();
      List<Call> calls = new ArrayList<>();
      List<FutureTask<List<Call>>> making = new ArrayList<>();
      for (int i = 0; i < callers; i++) {
        FutureTask<List<Call>> task = new FutureTask<>(() -> make(client, each));
        making.add(task);
        Thread.startVirtualThread(task);
      }
      for (FutureTask<List<Call>> task : making) {
        calls.addAll(task.get());
      }
      assertThat(arrived.await(30, TimeUnit.SECONDS)).isTrue();
      answer.countDown();
      for (Call call : calls) {
        assertThat(call.await()).hasToString("[1]");
      }
    }
  }

  private static List<Call> make(Peer client, int count) {
    List<Call> made = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      made.add(client.call("echo", Json.parse("[1]")));
    }
    return made;
  }

  private static Transport stream(BytePipe in, BytePipe out) {
    return new StreamTransport("rush", in.source, out, Ndjson.STANDARD, Clock.system(), null);
  }
}
