package io.polyplug.base;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The moment by which something must be over, on one clock. Immutable; safe from any thread.
 *
 * <p>{@link #NEVER} belongs to every clock.
 */
public final class Deadline {
  /** No limit: never passed, and sooner than no other. */
  public static final Deadline NEVER = new Deadline(null, 0);

  private final @Nullable Clock clock;
  private final long atNanos;

  private Deadline(@Nullable Clock clock, long atNanos) {
    this.clock = clock;
    this.atNanos = atNanos;
  }

  /** So long from now on the given clock; never if that keeps no deadlines now. */
  public static Deadline in(Duration time, Clock clock) {
    if (!clock.keepsDeadlines()) {
      return NEVER;
    }
    return new Deadline(clock, clock.nanoTime() + saturatedNanos(time));
  }

  /** Whether the moment has come. */
  public boolean passed() {
    return clock != null && clock.nanoTime() - atNanos >= 0;
  }

  /** The time left, never negative; a century for {@link #NEVER}. */
  public Duration left() {
    return clock == null ? LONGEST : Duration.ofNanos(Math.max(0, atNanos - clock.nanoTime()));
  }

  /**
   * Waits for the future in the time of the clock; throws {@link TimeoutException} if the moment
   * comes first. The future itself is left as it is.
   */
  public <T> T get(CompletableFuture<T> future)
      throws InterruptedException, ExecutionException, TimeoutException {
    if (clock == null || future.isDone()) {
      return future.get();
    }
    if (passed()) {
      throw new TimeoutException("the time was over before");
    }
    CompletableFuture<Boolean> late = new CompletableFuture<>();
    Clock.Timer timer = clock.schedule(left(), () -> late.complete(true));
    try {
      CompletableFuture.anyOf(future, late).get();
    } finally {
      timer.cancel();
    }
    if (!future.isDone()) {
      throw new TimeoutException("nothing came in time");
    }
    return future.get();
  }

  /** The one of the two that comes first; both must be of the same clock. */
  public Deadline sooner(Deadline other) {
    if (clock == null) {
      return other;
    }
    return other.clock == null || atNanos - other.atNanos <= 0 ? this : other;
  }

  private static final Duration LONGEST = Duration.ofDays(36_500);

  private static long saturatedNanos(Duration time) {
    return (time.compareTo(LONGEST) > 0 ? LONGEST : time).toNanos();
  }

  @Override
  public String toString() {
    return clock == null ? "never" : "in " + left();
  }
}
