package io.polyplug.bench.scenario;

import static io.polyplug.bench.report.Comparison.Goal.AT_MOST;

import io.polyplug.bench.Settings;
import io.polyplug.bench.Surroundings;
import io.polyplug.bench.report.Comparison;
import io.polyplug.bench.report.Series;
import io.polyplug.bench.talk.McpHost;
import io.polyplug.bench.talk.McpTalker;
import io.polyplug.bench.talk.PolyplugTalker;
import io.polyplug.bench.talk.Protocol;
import io.polyplug.bench.talk.ToolTalker;
import java.nio.file.Path;
import java.util.List;

/** One call of a tool of an MCP server at a time. */
final class McpSingleCalls implements Scenario {
  private static final int SIZE = Sizes.SMALL.bytes();
  private static final String TOOL = "tool";
  private static final String CLIENT = "typed client";
  private static final String SDK = "MCP SDK";
  private static final String PEER = "bare peer";
  private static final String ONE = "one at a time, MCP tool";
  private static final double OF_THE_TIME = 1 / 3.0;

  @Override
  public String name() {
    return "mcp-single";
  }

  @Override
  public boolean onOneProcessor() {
    return true;
  }

  @Override
  public List<Comparison> comparisons(Settings settings) {
    return List.of(
        Comparison.ratio(name(), ONE, TOOL, SDK, AT_MOST, OF_THE_TIME),
        Comparison.ratio(name(), ONE, CLIENT, SDK, AT_MOST, OF_THE_TIME),
        Comparison.shown(name(), ONE, TOOL, PEER, AT_MOST));
  }

  @Override
  public List<Series> run(Surroundings with, Settings settings) throws Exception {
    Path echo = with.echo();
    List<Contender> one =
        List.of(
            new SerialCalls(TOOL, ToolTalker.blockingTool(McpHost.over(echo), SIZE)),
            new SerialCalls(CLIENT, ToolTalker.blockingClient(McpHost.over(echo), SIZE)),
            new SerialCalls(SDK, new McpTalker(echo, SIZE)),
            new SerialCalls(PEER, new PolyplugTalker(echo, Protocol.MCP, SIZE)));
    List<Series> all = Rounds.run(ONE, "µs", one, settings);
    Rounds.closeAll(one);
    return all;
  }
}
