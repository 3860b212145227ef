package io.polyplug.base;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The JVM's time; its timer thread is started with the first timer and ends with the JVM. */
final class SystemClock implements Clock {
  static final SystemClock INSTANCE = new SystemClock();

  /** Held apart so that a program that only reads the time starts no thread. */
  private static final class Timers {
    static final ScheduledThreadPoolExecutor EXECUTOR = create();

    private static ScheduledThreadPoolExecutor create() {
      var executor =
          new ScheduledThreadPoolExecutor(
              1, task -> Thread.ofPlatform().daemon().name("polyplug-timer").unstarted(task));
      executor.setRemoveOnCancelPolicy(true);
      return executor;
    }
  }

  private SystemClock() {}

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    Future<?> future =
        Timers.EXECUTOR.schedule(
            () -> runSafely(task), Math.max(0, saturatedNanos(delay)), TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }

  /** A task that throws is its owner's bug: it is shown, and the other timers go on. */
  private static void runSafely(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error failure) {
      Thread current = Thread.currentThread();
      current.getUncaughtExceptionHandler().uncaughtException(current, failure);
    }
  }

  private static long saturatedNanos(Duration delay) {
    // A century is for ever, and keeps the executor's own sums from overflowing.
    Duration longest = Duration.ofDays(36_500);
    return delay.compareTo(longest) > 0 ? longest.toNanos() : delay.toNanos();
  }
}
