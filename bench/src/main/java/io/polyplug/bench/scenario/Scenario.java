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

  /** Whether it needs the programs that are compiled from C. */
  default boolean needsNative() {
    return true;
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
