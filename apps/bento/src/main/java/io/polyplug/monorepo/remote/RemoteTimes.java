package io.polyplug.monorepo.remote;

import java.time.Duration;

/**
 * How long servers are waited for.
 *
 * @param connect until there is a connection
 * @param request for a request as a whole; a large body gets more
 * @param pause before the one retry
 */
public record RemoteTimes(Duration connect, Duration request, Duration pause) {
  /** Section 6.11. */
  public static final RemoteTimes DOCUMENTED =
      new RemoteTimes(Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofMillis(500));

  /** Bodies from here on are large (section 6.11). */
  static final long LARGE = 95L << 20;

  private static final long SLOWEST_BYTES_PER_SECOND = 1L << 20;

  /** The document's limit would need a fast line for large bodies: those may be this slow. */
  Duration limit(long sent) {
    return sent < LARGE ? request : request.plusSeconds(sent / SLOWEST_BYTES_PER_SECOND);
  }

  /**
   * Whether a body that is not through after a request's time may go on for another one: it is
   * large and comes fast enough.
   */
  boolean mayGoOn(long declared, long cameMeanwhile) {
    return declared >= LARGE && cameMeanwhile / SLOWEST_BYTES_PER_SECOND >= request.toSeconds();
  }
}
