package io.polyplug.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class ManualClockTest {
  private final ManualClock clock = new ManualClock();
  private final List<String> seen = new ArrayList<>();

  @Test
  void tasksRunInOrderOfTimeAndThenOfScheduling() {
    clock.schedule(Duration.ofSeconds(2), () -> seen.add("late at " + clock.nanoTime()));
    clock.schedule(Duration.ofSeconds(1), () -> seen.add("first"));
    clock.schedule(Duration.ofSeconds(1), () -> seen.add("second"));
    clock.advance(Duration.ofSeconds(1));
    assertThat(seen).containsExactly("first", "second");
    clock.advance(Duration.ofSeconds(5));
    assertThat(seen).last().isEqualTo("late at 2000000000");
    assertThat(clock.now()).isEqualTo(Instant.EPOCH.plusSeconds(6));
  }

  @Test
  void aTaskScheduledByATaskRunsWithinTheSameMove() {
    clock.schedule(
        Duration.ofSeconds(1),
        () -> clock.schedule(Duration.ofSeconds(1), () -> seen.add("inner")));
    clock.advance(Duration.ofSeconds(2));
    assertThat(seen).containsExactly("inner");
  }

  @Test
  void aCancelledTaskDoesNotRun() {
    clock.schedule(Duration.ofSeconds(1), () -> seen.add("no")).cancel();
    clock.advance(Duration.ofHours(1));
    assertThat(seen).isEmpty();
    assertThat(clock.waiting()).isZero();
  }

  @Test
  void waitersSeeTimersOfOtherThreads() throws Exception {
    Thread.ofPlatform().start(() -> clock.schedule(Duration.ofSeconds(1), () -> {}));
    assertThat(clock.awaitWaiting(1, Duration.ofSeconds(10))).isTrue();
    assertThat(clock.awaitWaiting(2, Duration.ofMillis(1))).isFalse();
  }

  @Test
  void deadlinesAreOfTheirClock() {
    Deadline deadline = Deadline.in(Duration.ofSeconds(3), clock);
    assertThat(deadline.left()).isEqualTo(Duration.ofSeconds(3));
    assertThat(deadline.sooner(Deadline.NEVER)).isSameAs(deadline);
    assertThat(Deadline.NEVER.sooner(deadline)).isSameAs(deadline);
    assertThat(deadline.sooner(Deadline.in(Duration.ofSeconds(2), clock)).left())
        .isEqualTo(Duration.ofSeconds(2));
    clock.advance(Duration.ofSeconds(3));
    assertThat(deadline.passed()).isTrue();
    assertThat(deadline.left()).isZero();
    assertThat(Deadline.NEVER.passed()).isFalse();
    assertThat(Deadline.in(Duration.ofSeconds(Long.MAX_VALUE), clock).passed()).isFalse();
  }

  @Test
  void howLongItIsToTheNextTaskIsKnown() {
    assertThat(clock.untilNext()).isEmpty();
    clock.schedule(Duration.ofSeconds(5), () -> {});
    clock.schedule(Duration.ofSeconds(3), () -> {}).cancel();
    clock.advance(Duration.ofSeconds(1));
    assertThat(clock.untilNext()).contains(Duration.ofSeconds(4));
  }

  @Test
  void aFutureIsWaitedForInTheTimeOfTheClock() throws Exception {
    CompletableFuture<String> never = new CompletableFuture<>();
    Deadline deadline = Deadline.in(Duration.ofHours(1), clock);
    FutureTask<String> waiting = new FutureTask<>(() -> deadline.get(never));
    Thread.ofVirtual().start(waiting);
    assertThat(clock.awaitWaiting(1, Duration.ofSeconds(20))).isTrue();
    clock.advance(Duration.ofHours(1));
    assertThatThrownBy(() -> waiting.get(20, TimeUnit.SECONDS))
        .hasCauseInstanceOf(TimeoutException.class);
    assertThat(never).isNotDone();
    assertThatThrownBy(() -> deadline.get(never)).isInstanceOf(TimeoutException.class);
    assertThat(deadline.get(CompletableFuture.completedFuture("there"))).isEqualTo("there");
    assertThat(clock.waiting()).isZero();
  }

  @Test
  void theSystemClockRunsTimersAndSurvivesOneThatThrows() throws Exception {
    CountDownLatch ran = new CountDownLatch(1);
    Clock.system()
        .schedule(
            Duration.ZERO,
            () -> {
              Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> {});
              throw new IllegalStateException("on purpose");
            });
    Clock.system().schedule(Duration.ofMillis(1), ran::countDown);
    Clock.system().schedule(Duration.ofSeconds(Long.MAX_VALUE), ran::countDown).cancel();
    assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
  }
}
