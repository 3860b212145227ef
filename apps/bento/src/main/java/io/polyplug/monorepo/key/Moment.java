package io.polyplug.monorepo.key;

import io.polyplug.base.Clock;
import java.time.Instant;

/**
 * When something was looked at, against the times of files.
 *
 * <p>A file that was written at about that moment can be written again without a new time, because
 * file systems count in ticks; what was seen of it may not be remembered.
 */
public record Moment(long nanos) {
  private static final long SECOND = 1_000_000_000L;
  private static final long TICKS = SECOND / 20;
  // File systems that count whole or even seconds.
  private static final long COARSE_TICKS = 3 * SECOND;

  /** This one. */
  public static Moment now(Clock clock) {
    Instant now = clock.now();
    return new Moment(now.getEpochSecond() * SECOND + now.getNano());
  }

  /** Whether a time of a file is certainly before this moment. */
  public boolean isClearlyAfter(long fileTime) {
    return fileTime < nanos - (fileTime % SECOND == 0 ? COARSE_TICKS : TICKS);
  }
}
