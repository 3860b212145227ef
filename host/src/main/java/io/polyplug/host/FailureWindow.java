package io.polyplug.host;

import io.polyplug.base.Clock;
import java.time.Duration;
import java.util.ArrayDeque;

/**
 * Counts the failures of late: each one counts until it is as old as the window. Not thread-safe.
 */
final class FailureWindow {
  private final Clock clock;
  private final Duration length;
  private final ArrayDeque<Long> times = new ArrayDeque<>();

  FailureWindow(Clock clock, Duration length) {
    this.clock = clock;
    this.length = length;
  }

  /** One more; how many there are now in the window, this one included. */
  int add() {
    long now = clock.nanoTime();
    times.addLast(now);
    while (now - times.getFirst() > length.toNanos()) {
      times.removeFirst();
    }
    return times.size();
  }

  void clear() {
    times.clear();
  }
}
