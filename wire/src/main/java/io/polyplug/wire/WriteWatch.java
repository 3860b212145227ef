package io.polyplug.wire;

import io.polyplug.base.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Notices a write that does not come to an end, with one timer and only while writes block. */
final class WriteWatch {
  private final Clock clock;
  private final @Nullable Duration limit;
  private final Runnable onStuck;
  private long since;
  private boolean blocked;
  private boolean armed;

  WriteWatch(Clock clock, @Nullable Duration limit, Runnable onStuck) {
    this.clock = clock;
    this.limit = limit;
    this.onStuck = onStuck;
  }

  synchronized void begin() {
    blocked = true;
    since = clock.nanoTime();
    if (limit != null && !armed) {
      armed = true;
      clock.schedule(limit, this::check);
    }
  }

  synchronized void end() {
    blocked = false;
  }

  synchronized boolean isBlocked() {
    return blocked;
  }

  private void check() {
    synchronized (this) {
      armed = false;
      if (!blocked || limit == null) {
        return;
      }
      Duration left = limit.minusNanos(clock.nanoTime() - since);
      if (left.isPositive()) {
        armed = true;
        clock.schedule(left, this::check);
        return;
      }
    }
    onStuck.run();
  }
}
