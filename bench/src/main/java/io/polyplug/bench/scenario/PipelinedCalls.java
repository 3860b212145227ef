package io.polyplug.bench.scenario;

import static io.polyplug.bench.report.Comparison.Goal.AT_LEAST;
import static io.polyplug.bench.report.Comparison.Goal.AT_MOST;

import io.polyplug.bench.Settings;
import io.polyplug.bench.Surroundings;
import io.polyplug.bench.report.Comparison;
import io.polyplug.bench.report.Series;
import io.polyplug.bench.talk.Lsp4jTalker;
import io.polyplug.bench.talk.McpTalker;
import io.polyplug.bench.talk.Pipes;
import io.polyplug.bench.talk.PolyplugTalker;
import io.polyplug.bench.talk.Protocol;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Many calls under way at once. */
final class PipelinedCalls implements Scenario {
  static final double OF_LSP4J = 8;
  private static final double OF_RAW = 0.6;

  @Override
  public String name() {
    return "pipelined";
  }

  private static String row(Protocol protocol, Sizes size, Settings settings) {
    return settings.inFlight() + " in flight, " + protocol.label() + " " + size.label();
  }

  private static String processor(String row) {
    return "processor of the host, " + row;
  }

  @Override
  public List<Comparison> comparisons(Settings settings) {
    List<Comparison> all = new ArrayList<>();
    for (Sizes size : Sizes.values()) {
      String plain = row(Protocol.PLAIN, size, settings);
      String mcp = row(Protocol.MCP, size, settings);
      if (size == Sizes.SMALL) {
        all.add(Comparison.ratio(name(), plain, "polyplug", "LSP4J", AT_LEAST, OF_LSP4J));
        all.add(Comparison.ratio(name(), mcp, "polyplug", "MCP SDK", AT_LEAST, 5));
        // What is left to reach: the raw pipe looks at nothing that it carries.
        all.add(Comparison.shown(name(), plain, "raw pipe", "LSP4J", AT_LEAST));
        all.add(Comparison.shown(name(), plain, "polyplug", "raw pipe", AT_LEAST));
        all.add(Comparison.shown(name(), plain, "polyplug, crowd", "polyplug", AT_LEAST));
        all.add(Comparison.shown(name(), processor(plain), "polyplug", "LSP4J", AT_MOST));
        all.add(Comparison.shown(name(), processor(mcp), "polyplug", "MCP SDK", AT_MOST));
      } else {
        all.add(Comparison.ratio(name(), plain, "polyplug", "raw pipe", AT_LEAST, OF_RAW));
        all.add(Comparison.ratio(name(), mcp, "polyplug", "raw pipe", AT_LEAST, OF_RAW));
        all.add(Comparison.shown(name(), plain, "polyplug", "LSP4J", AT_LEAST));
        all.add(Comparison.shown(name(), mcp, "polyplug", "MCP SDK", AT_LEAST));
      }
    }
    return all;
  }

  @Override
  public List<Series> run(Surroundings with, Settings settings) throws Exception {
    List<Series> all = new ArrayList<>();
    for (Sizes size : Sizes.values()) {
      for (Protocol protocol : Protocol.values()) {
        List<Contender> contenders =
            contenders(with.echo(), protocol, size.bytes(), settings.inFlight());
        String row = row(protocol, size, settings);
        all.addAll(Rounds.runWithProcessor(row, processor(row), contenders, settings));
        Rounds.closeAll(contenders);
      }
    }
    return all;
  }

  static List<Contender> contenders(Path echo, Protocol protocol, int size, int inFlight)
      throws Exception {
    Contender other =
        switch (protocol) {
          case PLAIN -> new WindowOfCalls("LSP4J", new Lsp4jTalker(echo, size), inFlight);
          case MCP -> new WindowOfCalls("MCP SDK", new McpTalker(echo, size), inFlight);
        };
    return List.of(
        new WindowOfCalls("polyplug", new PolyplugTalker(echo, protocol, size), inFlight),
        other,
        new RawWindow("raw pipe", Pipes.ofJdk(echo, protocol.mode()), protocol, size, inFlight),
        new CrowdOfCallers("polyplug, crowd", new PolyplugTalker(echo, protocol, size), inFlight));
  }
}
