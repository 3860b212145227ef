package io.polyplug.bench.scenario;

import static io.polyplug.bench.report.Comparison.Goal.AT_LEAST;
import static io.polyplug.bench.report.Comparison.Goal.AT_MOST;

import io.polyplug.bench.Settings;
import io.polyplug.bench.Surroundings;
import io.polyplug.bench.report.Comparison;
import io.polyplug.bench.report.Series;
import io.polyplug.bench.talk.Protocol;
import java.util.ArrayList;
import java.util.List;

/** Small notifications as fast as a child can write them, each delivered to a consumer in order. */
final class NotificationFlood implements Scenario {
  private static final double WANTED = 1_000_000;

  @Override
  public String name() {
    return "flood";
  }

  private static String row(Protocol protocol) {
    return "flood of notifications, " + (protocol == Protocol.MCP ? "lines" : "JSON-RPC");
  }

  private static String processor(String row) {
    return "processor of the host, " + row;
  }

  @Override
  public List<Comparison> comparisons(Settings settings) {
    String plain = row(Protocol.PLAIN);
    String lines = row(Protocol.MCP);
    return List.of(
        Comparison.number(name(), plain, "polyplug", AT_LEAST, WANTED),
        Comparison.number(name(), lines, "polyplug", AT_LEAST, WANTED),
        Comparison.shown(name(), plain, "polyplug", "LSP4J", AT_LEAST),
        Comparison.shown(name(), plain, "polyplug", "raw pipe", AT_LEAST),
        Comparison.shown(name(), lines, "polyplug", "raw pipe", AT_LEAST),
        Comparison.shown(name(), processor(plain), "polyplug", "LSP4J", AT_MOST));
  }

  @Override
  public List<Series> run(Surroundings with, Settings settings) throws Exception {
    List<Series> all = new ArrayList<>();
    for (Protocol protocol : Protocol.values()) {
      List<Contender> contenders = new ArrayList<>();
      contenders.add(new PolyplugFlood(with.echo(), protocol, settings.flood()));
      contenders.add(new RawFlood(with.echo(), protocol, settings.flood()));
      if (protocol == Protocol.PLAIN) {
        contenders.add(new Lsp4jFlood(with.echo(), settings.flood()));
      }
      all.addAll(
          Rounds.runWithProcessor(row(protocol), processor(row(protocol)), contenders, settings));
      Rounds.closeAll(contenders);
    }
    return all;
  }
}
