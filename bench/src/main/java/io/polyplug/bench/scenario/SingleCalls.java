package io.polyplug.bench.scenario;

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

/** One call at a time: what a round trip costs beyond that of the pipes. */
final class SingleCalls implements Scenario {
  private static final double OF_RAW = 1.35;

  @Override
  public String name() {
    return "single";
  }

  @Override
  public boolean onOneProcessor() {
    return true;
  }

  private static String row(Protocol protocol, Sizes size) {
    return "one at a time, " + protocol.label() + " " + size.label();
  }

  @Override
  public List<Comparison> comparisons(Settings settings) {
    List<Comparison> all = new ArrayList<>();
    for (Sizes size : Sizes.values()) {
      String plain = row(Protocol.PLAIN, size);
      String mcp = row(Protocol.MCP, size);
      all.add(besideRaw(plain, size));
      all.add(besideRaw(mcp, size));
      all.add(Comparison.shown(name(), plain, "polyplug", "LSP4J", AT_MOST));
      all.add(Comparison.shown(name(), mcp, "polyplug", "MCP SDK", AT_MOST));
    }
    String small = row(Protocol.PLAIN, Sizes.SMALL);
    all.add(Comparison.shown(name(), small, "our pipes, raw", "raw pipe", AT_MOST));
    all.add(Comparison.shown(name(), small, "raw, reader thread", "raw pipe", AT_MOST));
    all.add(Comparison.shown(name(), small, "polyplug", "raw, reader thread", AT_MOST));
    return all;
  }

  /** What bytes cost has its target among the pipelined calls; here it is the round trip. */
  private Comparison besideRaw(String row, Sizes size) {
    return size == Sizes.SMALL
        ? Comparison.ratio(name(), row, "polyplug", "raw pipe", AT_MOST, OF_RAW)
        : Comparison.shown(name(), row, "polyplug", "raw pipe", AT_MOST);
  }

  @Override
  public List<Series> run(Surroundings with, Settings settings) throws Exception {
    List<Series> all = new ArrayList<>();
    for (Sizes size : Sizes.values()) {
      for (Protocol protocol : Protocol.values()) {
        List<Contender> contenders = contenders(with.echo(), protocol, size.bytes());
        all.addAll(Rounds.run(row(protocol, size), "µs", contenders, settings));
        Rounds.closeAll(contenders);
      }
    }
    return all;
  }

  private static List<Contender> contenders(Path echo, Protocol protocol, int size)
      throws Exception {
    Contender other =
        switch (protocol) {
          case PLAIN -> new SerialCalls("LSP4J", new Lsp4jTalker(echo, size));
          case MCP -> new SerialCalls("MCP SDK", new McpTalker(echo, size));
        };
    String mode = protocol.mode();
    return List.of(
        new SerialCalls("polyplug", new PolyplugTalker(echo, protocol, size)),
        other,
        new RawPingPong("raw pipe", Pipes.ofJdk(echo, mode), protocol, size),
        new RawPingPong("our pipes, raw", Pipes.ofPolyplug(echo, mode), protocol, size),
        new RawHandOver(Pipes.ofJdk(echo, mode), protocol, size));
  }
}
