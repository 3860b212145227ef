package io.polyplug.ainb;

import java.time.Duration;

/** Times that plugins name. */
final class Timeouts {
  /** Nobody sees the difference to what is longer, and no sum overflows. */
  private static final long LONGEST_MILLIS = Duration.ofDays(36_500).toMillis();

  private Timeouts() {}

  /** So many milliseconds, of an unsigned number of 64 bits. */
  static Duration millis(long unsigned) {
    return Duration.ofMillis(unsigned < 0 ? LONGEST_MILLIS : Math.min(unsigned, LONGEST_MILLIS));
  }
}
