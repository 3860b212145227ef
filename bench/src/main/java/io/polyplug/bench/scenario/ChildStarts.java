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

  /**
   * So many times the usual warm-up for what runs in a JVM: a start takes a millisecond, and what
   * is done for it is compiled for good after some thousand of them.
   */
  private static final int COMPILING = 5;

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
      String idle = Integer.toString(running);
      int starts = settings.starts();
      try (Starter c = new Starter(List.of(with.spawn().toString(), with.echo().toString(), idle));
          Starter ours = new Starter(java(with, "polyplug", idle));
          Starter jdk = new Starter(java(with, "ProcessBuilder", idle))) {
        Contender polyplug = ours.contender("polyplug", "pipes", starts);
        Contender builder = jdk.contender("ProcessBuilder", "pipes", starts);
        List<Contender> contenders =
            List.of(
                polyplug,
                c.contender("C, pipes", "pipes", starts),
                builder,
                c.contender("C, bare", "bare", starts));
        Rounds.warmUp(List.of(polyplug, builder), settings, COMPILING);
        all.addAll(Rounds.run(row(running), "µs", contenders, settings));
      }
    }
    return all;
  }

  private static List<String> java(Surroundings with, String way, String idle) {
    return List.of(
        with.java().toString(),
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        StarterProgram.class.getName(),
        way,
        with.echo().toString(),
        idle);
  }
}
