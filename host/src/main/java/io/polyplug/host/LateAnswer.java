package io.polyplug.host;

import java.time.Duration;

/**
 * The words for an answer that did not come in time. Whoever waits knows only what was left of its
 * caller's limit; the caller is told the limit.
 */
public final class LateAnswer {
  private static final String WITHIN = " within ";
  private static final String UNIT = " ms";

  private LateAnswer() {}

  static Failure of(String plugin, Duration limit) {
    return new Failure(FailureCode.TIMEOUT, plugin, "it did not answer" + within(limit));
  }

  /**
   * The failure in its own words, but with the limit that the caller gave; to be used once that is
   * over. What failed otherwise, or names no time, stays as it is.
   */
  public static PluginFailure told(PluginFailure thrown, Duration limit) {
    Failure failure = thrown.failure();
    String message = failure.message();
    int at = message.lastIndexOf(WITHIN);
    if (failure.code() != FailureCode.TIMEOUT || at < 0 || !message.endsWith(UNIT)) {
      return thrown;
    }
    String words = message.substring(0, at) + within(limit);
    return new PluginFailure(
        new Failure(failure.code(), failure.plugin(), words, failure.stderr()), thrown);
  }

  private static String within(Duration limit) {
    return WITHIN + limit.toMillis() + UNIT;
  }
}
