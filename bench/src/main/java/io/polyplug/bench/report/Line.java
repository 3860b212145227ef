package io.polyplug.bench.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A comparison with its outcome.
 *
 * @param comparison what was compared
 * @param ours the series of ours; null if it was not measured
 * @param other the other series; null if there is none or it was not measured
 * @param ratio the median of the ratios of the rounds; null without two series
 * @param spread how far the ratios of the rounds lie apart
 * @param met whether the target is met; null if there is no target or no number
 * @param skipped why there is no number; null if there is one
 */
public record Line(
    Comparison comparison,
    @Nullable Series ours,
    @Nullable Series other,
    @Nullable Double ratio,
    double spread,
    @Nullable Boolean met,
    @Nullable String skipped) {

  /** The outcome of a comparison among these series. */
  public static Line of(Comparison comparison, List<Series> all, @Nullable String whyMissing) {
    Series ours = find(all, comparison.row(), comparison.ours());
    String otherName = comparison.other();
    Series other = otherName == null ? null : find(all, comparison.otherRow(), otherName);
    if (ours == null || (otherName != null && other == null)) {
      String reason = whyMissing == null ? "not measured" : whyMissing;
      return new Line(comparison, ours, other, null, 0, null, reason);
    }
    if (other == null) {
      return judged(comparison, ours, null, null, ours.spread(), ours.median());
    }
    // Rounds of one number ran side by side: what slowed the machine slowed both.
    List<Double> ratios = ratios(ours.rounds(), other.rounds());
    double ratio = Quantiles.median(ratios);
    return judged(comparison, ours, other, ratio, Quantiles.spread(ratios), ratio);
  }

  private static Line judged(
      Comparison comparison,
      Series ours,
      @Nullable Series other,
      @Nullable Double ratio,
      double spread,
      double judged) {
    Double target = comparison.target();
    Boolean met = target == null ? null : comparison.goal().isMet(judged, target);
    return new Line(comparison, ours, other, ratio, spread, met, null);
  }

  private static List<Double> ratios(List<Double> ours, List<Double> others) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < Math.min(ours.size(), others.size()); i++) {
      ratios.add(ours.get(i) / others.get(i));
    }
    return ratios;
  }

  private static @Nullable Series find(List<Series> all, String row, String contender) {
    for (Series series : all) {
      if (series.row().equals(row) && series.contender().equals(contender)) {
        return series;
      }
    }
    return null;
  }
}
