package io.polyplug.bench;

import io.polyplug.bench.report.Series;
import io.polyplug.bench.report.SeriesFile;
import io.polyplug.bench.scenario.Scenarios;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The JVM of one scenario: what one has warmed up or filled is no matter for the next. */
final class MeasureOne {
  private MeasureOne() {}

  /** The file for the series, the scenario's name, then the options. */
  public static void main(String[] args) throws Exception {
    Options options = Options.parse(Arrays.asList(args).subList(2, args.length));
    List<Series> series =
        Scenarios.named(args[1]).run(Surroundings.of(options.root()), options.settings());
    SeriesFile.write(Path.of(args[0]), series);
    // Libraries leave threads behind that are no daemons.
    System.exit(0);
  }
}
