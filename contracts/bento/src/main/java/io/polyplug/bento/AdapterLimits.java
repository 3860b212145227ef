package io.polyplug.bento;

import java.time.Duration;

/**
 * How long plugins may take (2.7).
 *
 * @param query for an answer, to everything but an install
 * @param install for an install
 * @param shutdown to end after being asked to
 * @param terminate to end after TERM, before KILL
 */
public record AdapterLimits(
    Duration query, Duration install, Duration shutdown, Duration terminate) {
  /** The contract's. */
  public static final AdapterLimits DEFAULT =
      new AdapterLimits(
          Duration.ofSeconds(30),
          Duration.ofMinutes(30),
          Duration.ofSeconds(2),
          Duration.ofSeconds(2));
}
