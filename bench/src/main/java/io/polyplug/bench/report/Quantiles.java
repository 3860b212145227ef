package io.polyplug.bench.report;

import java.util.List;

/** Medians and quartiles: what a few disturbed rounds cannot move. */
public final class Quantiles {
  private Quantiles() {}

  /** The middle value. */
  public static double median(List<Double> values) {
    return at(values, 0.5);
  }

  /** The distance of the quartiles divided by the median. */
  public static double spread(List<Double> values) {
    double median = median(values);
    return median == 0 ? 0 : (at(values, 0.75) - at(values, 0.25)) / median;
  }

  /** Between two values the one in between is taken in proportion. */
  static double at(List<Double> values, double share) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("a quantile needs at least one value");
    }
    List<Double> sorted = values.stream().sorted().toList();
    double place = share * (sorted.size() - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.size() - 1);
    return sorted.get(below) + (place - below) * (sorted.get(above) - sorted.get(below));
  }
}
