package io.polyplug.bench.scenario;

import io.polyplug.bench.Settings;
import io.polyplug.bench.Surroundings;
import io.polyplug.bench.report.Comparison;
import io.polyplug.bench.report.Series;
import java.util.List;

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

  /** Measures. */
  List<Series> run(Surroundings with, Settings settings) throws Exception;
}
