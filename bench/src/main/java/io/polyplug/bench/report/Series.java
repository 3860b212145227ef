package io.polyplug.bench.report;

import java.util.List;

/**
 * What one contender reached in one row, round by round.
 *
 * @param row what was measured
 * @param contender who did it
 * @param unit of the numbers
 * @param rounds one number for each round, in the order they ran
 */
public record Series(String row, String contender, String unit, List<Double> rounds) {
  public Series {
    rounds = List.copyOf(rounds);
  }

  /** The middle of the rounds. */
  public double median() {
    return Quantiles.median(rounds);
  }

  /** How far the middle half of the rounds lies apart, as a share of the median. */
  public double spread() {
    return Quantiles.spread(rounds);
  }
}
