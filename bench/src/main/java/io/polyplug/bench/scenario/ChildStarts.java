package io.polyplug.bench.scenario;

import static io.polyplug.bench.report.Comparison.Goal.AT_MOST;

import io.polyplug.bench.Settings;
import io.polyplug.bench.Surroundings;
import io.polyplug.bench.report.Comparison;
import io.polyplug.bench.report.Series;
import java.util.ArrayList;
import java.util.List;

/** Starting a child and seeing its exit, beside others of the same contender that run. */
final class ChildStarts implements Scenario {
  private static final double OF_C = 1.3;

  /** Flat, but for what is noise. */
  private static final double FLAT = 1.25;

  @Override
  public String name() {
    return "start";
  }

  private static String row(int running) {
    return "start and exit, " + running + " running";
  }

  @Override
  public List<Comparison> comparisons(Settings settings) {
    List<Comparison> all = new ArrayList<>();
    for (int running : settings.running()) {
      all.add(Comparison.ratio(name(), row(running), "polyplug", "C, pipes", AT_MOST, OF_C));
      all.add(Comparison.shown(name(), row(running), "polyplug", "C, bare", AT_MOST));
      all.add(Comparison.shown(name(), row(running), "polyplug", "ProcessBuilder", AT_MOST));
    }
    String few = row(settings.running().getFirst());
    String many = row(settings.running().getLast());
    all.add(new Comparison(name(), many, "polyplug", few, "polyplug", AT_MOST, FLAT));
    all.add(new Comparison(name(), many, "C, pipes", few, "C, pipes", AT_MOST, null));
    return all;
  }

  @Override
  public List<Series> run(Surroundings with, Settings settings) throws Exception {
    List<Series> all = new ArrayList<>();
    for (int running : settings.running()) {
      CStarts c = new CStarts(with.spawn(), with.echo(), running, settings.starts());
      List<Contender> contenders =
          List.of(
              new PolyplugStarts(with.echo(), running, settings.starts()),
              c.contender("pipes"),
              new BuilderStarts(with.echo(), running, settings.starts()),
              c.contender("bare"));
      all.addAll(Rounds.run(row(running), "µs", contenders, settings));
      Rounds.closeAll(contenders);
      c.close();
    }
    return all;
  }
}
