package io.polyplug.process.internal;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Bounded waits for a future that never fails. */
final class Waiting {
  /** How long a process may take to go after KILL before it is given up. */
  static final Duration AFTER_KILL = Duration.ofSeconds(2);

  private static final Duration LONGEST = Duration.ofDays(36_500);

  private Waiting() {}

  static <T> Optional<T> forValue(CompletableFuture<T> future, Duration atMost)
      throws InterruptedException {
    try {
      return Optional.of(future.get(nanos(atMost), TimeUnit.NANOSECONDS));
    } catch (TimeoutException late) {
      return Optional.empty();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Not less than none, and not more than can be added to a time. */
  static long nanos(Duration atMost) {
    return Math.max(0, (atMost.compareTo(LONGEST) > 0 ? LONGEST : atMost).toNanos());
  }

  /** An interrupt shortens nothing: the wait is what keeps a process from being left behind. */
  static void uninterruptibly(CompletableFuture<?> future, Duration atMost) {
    long end = System.nanoTime() + atMost.toNanos();
    boolean interrupted = false;
    while (true) {
      try {
        forValue(future, Duration.ofNanos(end - System.nanoTime()));
        break;
      } catch (InterruptedException again) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
