package io.polyplug.testkit;

import io.polyplug.base.ManualClock;
import io.polyplug.process.MemorySpawner;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Time that only a test moves, for a host and its programs in memory.
 *
 * <p>{@link #advance} goes from one timer to the next and lets everything settle in between, so
 * that what a timer sets off on another thread (a start after a backoff, and the deadline of that
 * start) happens at its own moment, in the same order every time. Used by one thread at a time.
 */
public final class VirtualTime {
  /** How long nothing may move in any pipe before it is looked whether all threads wait. */
  private static final Duration WINDOW = Duration.ofMillis(10);

  /** How long nothing may move before all is taken to be quiet though some thread runs. */
  private static final Duration LONG_WINDOW = Duration.ofMillis(150);

  /** A plugin that never stops talking is not waited for longer. */
  private static final Duration LONGEST_SETTLING = Duration.ofSeconds(2);

  /** What goes on without end at one moment is a defect of whoever sets the timers. */
  private static final int MOST_STEPS = 20_000;

  private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
  private final MemorySpawner spawner = new MemorySpawner(clock);

  VirtualTime() {}

  /** To be passed to whoever wants a clock. */
  public ManualClock clock() {
    return clock;
  }

  MemorySpawner spawner() {
    return spawner;
  }

  /** Moves time on, timer by timer, and returns when all that came of it has settled. */
  public void advance(Duration by) {
    Duration left = by;
    settle();
    for (int step = 0; step < MOST_STEPS; step++) {
      Optional<Duration> next = clock.untilNext();
      if (next.isEmpty() || next.get().compareTo(left) > 0) {
        clock.advance(left);
        settle();
        return;
      }
      clock.advance(next.get());
      left = left.minus(next.get());
      settle();
    }
    throw new IllegalStateException(
        "More than "
            + MOST_STEPS
            + " timers ran within "
            + by
            + ": advance by less, or look who sets timers without end.");
  }

  /**
   * Returns when nothing has moved in any pipe for a moment of real time and no virtual thread of
   * this JVM has anything to do; if some always has, after a longer moment. Where there is an event
   * to await, await that instead: this cannot see a platform thread that only computes.
   */
  public void settle() {
    try {
      if (spawner.awaitQuiet(WINDOW, LONGEST_SETTLING) && !Idleness.isIdle()) {
        spawner.awaitQuiet(LONG_WINDOW, LONGEST_SETTLING);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while everything settled.", e);
    }
  }

  /**
   * Lets time run, as far as it takes, until this is done: for ends that nobody hurries. What is
   * done without virtual time gets a moment of real time for it.
   */
  void runUntil(Future<?> done) {
    long end = System.nanoTime() + Patience.REAL.toNanos();
    while (!isDone(done) && System.nanoTime() - end < 0) {
      settle();
      if (!done.isDone()) {
        clock.untilNext().ifPresent(clock::advance);
      }
    }
  }

  private static boolean isDone(Future<?> done) {
    try {
      done.get(LONG_WINDOW.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException | CancellationException e) {
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
    return true;
  }
}
