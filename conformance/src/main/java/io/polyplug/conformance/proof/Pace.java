package io.polyplug.conformance.proof;

import java.time.Duration;

/**
 * Which deadlines a plugin is bound with.
 *
 * @param starts for a start
 * @param answers where a contract has one deadline for starts and calls
 */
record Pace(Duration starts, Duration answers) {
  /** Nothing is to be late. */
  static final Pace PATIENT = new Pace(Duration.ofSeconds(30), Duration.ofSeconds(30));

  /** A call is to be late, but no start. */
  static final Pace BRISK = new Pace(Duration.ofSeconds(30), Duration.ofSeconds(4));

  /** A start is to be late. */
  static final Pace BRIEF = new Pace(Duration.ofSeconds(2), Duration.ofSeconds(2));

  /** The same for a machine that is so many times slower. */
  Pace times(int slowness) {
    return new Pace(starts.multipliedBy(slowness), answers.multipliedBy(slowness));
  }

  /** For a start, as files spell it. */
  String text() {
    return starts.toSeconds() + "s";
  }

  /** For an answer, as files spell it. */
  String forAnswers() {
    return answers.toSeconds() + "s";
  }
}
