package io.polyplug.base;

import java.time.Duration;
import java.time.Instant;

/**
 * Time as it is passed in everywhere: to measure, and to be woken later.
 *
 * <p>{@link #nanoTime()} never goes back and is the only time that deadlines may be computed from;
 * {@link #now()} is for people and for files. Tasks given to {@link #schedule} run one after
 * another on a thread of the clock: they must be short and must never block, so they hand over to a
 * queue of their owner. Safe from any thread.
 */
public interface Clock {
  /** Monotonic nanoseconds from an arbitrary origin; compare by difference only. */
  long nanoTime();

  /** Wall-clock time; may jump. */
  Instant now();

  /**
   * Runs the task once after the delay (at once, but not on this thread, if it is not positive).
   */
  Timer schedule(Duration delay, Runnable task);

  /**
   * As {@link #schedule}, for what is no deadline but takes this time of itself: a pause between
   * two tries, the beat of a screen. It comes even where {@linkplain #keepsDeadlines deadlines are
   * not kept}.
   */
  default Timer pause(Duration delay, Runnable task) {
    return schedule(delay, task);
  }

  /** Whether what is late is ended now; false while somebody looks at it with a debugger. */
  default boolean keepsDeadlines() {
    return true;
  }

  /** The machine's clock. One daemon thread serves all timers of the process. */
  static Clock system() {
    return SystemClock.INSTANCE;
  }

  /** A scheduled task that has not run yet, or has. */
  interface Timer {
    /** Keeps the task from running if it has not begun; does nothing otherwise. */
    void cancel();
  }
}
