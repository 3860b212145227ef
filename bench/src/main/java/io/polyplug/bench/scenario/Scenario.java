package io.polyplug.bench.scenario;

import io.polyplug.bench.Settings;
import io.polyplug.bench.Surroundings;
import io.polyplug.bench.report.Comparison;
import io.polyplug.bench.report.Series;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A group of rows that is measured together, in a JVM of its own. */
public interface Scenario {
  /** The name for {@code --only}. */
  String name();

  /** What it needs and is not there; null if it can run. */
  default @Nullable String missing(Surroundings with) {
    return with.hasNative() ? null : "there is no C compiler (cc)";
  }

  /**
   * Whether all of it, children too, is to run on one processor: whether a wake-up crosses to
   * another one is the scheduler's whim, and can take ten times as long as what is measured.
   */
  default boolean onOneProcessor() {
    return false;
  }

  /** The lines that it adds to the table, with their targets. */
  List<Comparison> comparisons(Settings settings);

  /** Why a line of it cannot be measured here though others can; null if it can. */
  default @Nullable String missing(Comparison comparison, Settings settings) {
    return null;
  }

  /** Measures. */
  List<Series> run(Surroundings with, Settings settings) throws Exception;
}
