package io.polyplug.bench.scenario;

import static io.polyplug.bench.report.Comparison.Goal.AT_LEAST;

import io.polyplug.bench.Settings;
import io.polyplug.bench.Surroundings;
import io.polyplug.bench.report.Comparison;
import io.polyplug.bench.report.Series;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages of one stream of one sidecar, each taken by a consumer through the public API. The
 * contract's own guide calls 10,000 a second the limit.
 */
final class SidecarStreams implements Scenario {
  private static final String ROW = "messages of a bowire stream";

  /** A hundred times the limit of the guide. */
  private static final double WANTED = 1_000_000;

  @Override
  public String name() {
    return "stream";
  }

  @Override
  public List<Comparison> comparisons(Settings settings) {
    return List.of(
        Comparison.number(name(), ROW, "stdio", AT_LEAST, WANTED),
        Comparison.number(name(), ROW, "HTTP", AT_LEAST, WANTED));
  }

  @Override
  public List<Series> run(Surroundings with, Settings settings) throws Exception {
    List<Contender> contenders = new ArrayList<>();
    contenders.add(SidecarStream.stdio(with.sidecar(), settings.flood()));
    contenders.add(SidecarStream.http(with.sidecar(), settings.flood()));
    List<Series> series = Rounds.run(ROW, "/s", contenders, settings);
    Rounds.closeAll(contenders);
    return series;
  }
}
