package io.polyplug.base;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still until it is moved: tests of deadlines, backoff and idle times need no
 * waiting.
 *
 * <p>{@link #advance} runs what falls due on the calling thread, in order of time and, at the same
 * time, of scheduling; {@link #nanoTime()} shows each task its own due time. A task may schedule
 * further ones; those that fall due within the same move run in it. Safe from any thread.
 */
public final class ManualClock implements Clock {
  private record Task(long due, long order, Runnable body) implements Comparable<Task> {
    @Override
    public int compareTo(Task other) {
      return Comparator.comparingLong(Task::due)
          .thenComparingLong(Task::order)
          .compare(this, other);
    }
  }

  private final Instant origin;
  private final PriorityQueue<Task> tasks = new PriorityQueue<>();
  private long nanos;
  private long scheduled;

  /** Starts at zero nanoseconds and at the given wall-clock time. */
  public ManualClock(Instant origin) {
    this.origin = origin;
  }

  /** Starts at zero nanoseconds and at the epoch. */
  public ManualClock() {
    this(Instant.EPOCH);
  }

  @Override
  public synchronized long nanoTime() {
    return nanos;
  }

  @Override
  public synchronized Instant now() {
    return origin.plusNanos(nanos);
  }

  @Override
  public synchronized Timer schedule(Duration delay, Runnable body) {
    Task task = new Task(nanos + Math.max(0, delay.toNanos()), scheduled++, body);
    tasks.add(task);
    notifyAll();
    return () -> forget(task);
  }

  /** How many tasks wait for their time. */
  public synchronized int waiting() {
    return tasks.size();
  }

  /** How long it is to the next task; empty if none waits for its time. */
  public synchronized Optional<Duration> untilNext() {
    Task first = tasks.peek();
    return first == null
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(Math.max(0, first.due() - nanos)));
  }

  /**
   * Returns when at least so many tasks wait for their time, for tests whose timers are set by
   * another thread; false if that did not come about within the given real time.
   */
  public synchronized boolean awaitWaiting(int count, Duration realTime)
      throws InterruptedException {
    long end = System.nanoTime() + realTime.toNanos();
    while (tasks.size() < count) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      wait(left / 1_000_000 + 1);
    }
    return true;
  }

  /** Moves time on and runs what falls due. */
  public void advance(Duration by) {
    long until;
    synchronized (this) {
      until = nanos + by.toNanos();
    }
    for (Task due = nextDue(until); due != null; due = nextDue(until)) {
      due.body().run();
    }
    synchronized (this) {
      nanos = Math.max(nanos, until);
    }
  }

  private synchronized @Nullable Task nextDue(long until) {
    Task first = tasks.peek();
    if (first == null || first.due() > until) {
      return null;
    }
    nanos = Math.max(nanos, first.due());
    return tasks.poll();
  }

  private synchronized void forget(Task task) {
    tasks.remove(task);
  }
}
