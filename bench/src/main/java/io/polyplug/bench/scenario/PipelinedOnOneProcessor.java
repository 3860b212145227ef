package io.polyplug.bench.scenario;

import static io.polyplug.bench.report.Comparison.Goal.AT_LEAST;
import static io.polyplug.bench.report.Comparison.Goal.AT_MOST;

import io.polyplug.bench.Settings;
import io.polyplug.bench.Surroundings;
import io.polyplug.bench.report.Comparison;
import io.polyplug.bench.report.Series;
import io.polyplug.bench.talk.Protocol;
import java.util.List;

/**
 * Many small calls under way at once, with everything on one processor: what the work for them
 * costs, without the wake-ups of another one.
 */
final class PipelinedOnOneProcessor implements Scenario {
  @Override
  public String name() {
    return "pipelined-single";
  }

  @Override
  public boolean onOneProcessor() {
    return true;
  }

  private static String row(Settings settings) {
    return settings.inFlight() + " in flight on one processor, JSON-RPC 100 B";
  }

  private static String processor(Settings settings) {
    return "processor of the host, " + row(settings);
  }

  @Override
  public List<Comparison> comparisons(Settings settings) {
    String row = row(settings);
    return List.of(
        Comparison.ratio(name(), row, "polyplug", "LSP4J", AT_LEAST, PipelinedCalls.OF_LSP4J),
        Comparison.shown(name(), row, "raw pipe", "LSP4J", AT_LEAST),
        Comparison.shown(name(), row, "polyplug", "raw pipe", AT_LEAST),
        Comparison.shown(name(), row, "polyplug, crowd", "polyplug", AT_LEAST),
        Comparison.shown(name(), processor(settings), "polyplug", "LSP4J", AT_MOST));
  }

  @Override
  public List<Series> run(Surroundings with, Settings settings) throws Exception {
    List<Contender> contenders =
        PipelinedCalls.contenders(
            with.echo(), Protocol.PLAIN, Sizes.SMALL.bytes(), settings.inFlight());
    List<Series> all =
        Rounds.runWithProcessor(row(settings), processor(settings), contenders, settings);
    Rounds.closeAll(contenders);
    return all;
  }
}
