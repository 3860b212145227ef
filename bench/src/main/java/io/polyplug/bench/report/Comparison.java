package io.polyplug.bench.report;

import org.jspecify.annotations.Nullable;

/**
 * One line of the table: which two series are put beside each other, and what we want to see.
 *
 * @param scenario who measures it
 * @param row where the series of ours is
 * @param ours its contender
 * @param otherRow where the other series is; mostly the same row
 * @param other its contender; null if the number of ours is held against the target itself
 * @param goal which side of the target is good
 * @param target the ratio, or the number if there is no other; null: it is only shown
 */
public record Comparison(
    String scenario,
    String row,
    String ours,
    String otherRow,
    @Nullable String other,
    Goal goal,
    @Nullable Double target) {
  /** Which side of the target is good. */
  public enum Goal {
    AT_LEAST("≥"),
    AT_MOST("≤");

    private final String sign;

    Goal(String sign) {
      this.sign = sign;
    }

    /** As it is written before the target. */
    public String sign() {
      return sign;
    }

    boolean isMet(double value, double target) {
      return switch (this) {
        case AT_LEAST -> value >= target;
        case AT_MOST -> value <= target;
      };
    }
  }

  /** A ratio of two contenders of one row that has a target. */
  public static Comparison ratio(
      String scenario, String row, String ours, String other, Goal goal, double target) {
    return new Comparison(scenario, row, ours, row, other, goal, target);
  }

  /** A ratio that is worth seeing and promises nothing. */
  public static Comparison shown(
      String scenario, String row, String ours, String other, Goal goal) {
    return new Comparison(scenario, row, ours, row, other, goal, null);
  }

  /** A number of ours with a target of its own, or none. */
  public static Comparison number(
      String scenario, String row, String ours, Goal goal, @Nullable Double target) {
    return new Comparison(scenario, row, ours, row, null, goal, target);
  }
}
