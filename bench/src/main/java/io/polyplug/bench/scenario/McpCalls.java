package io.polyplug.bench.scenario;

import static io.polyplug.bench.report.Comparison.Goal.AT_LEAST;
import static io.polyplug.bench.report.Comparison.Goal.AT_MOST;

import io.polyplug.bench.Settings;
import io.polyplug.bench.Surroundings;
import io.polyplug.bench.report.Comparison;
import io.polyplug.bench.report.Series;
import io.polyplug.bench.talk.McpHost;
import io.polyplug.bench.talk.McpProgram;
import io.polyplug.bench.talk.McpTalker;
import io.polyplug.bench.talk.PolyplugTalker;
import io.polyplug.bench.talk.Protocol;
import io.polyplug.bench.talk.ToolTalker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Many calls of tools of an MCP server, as users of a host make them, and the gateway. */
final class McpCalls implements Scenario {
  private static final int SIZE = Sizes.SMALL.bytes();
  private static final String TOOL = "tool";
  private static final String CLIENT = "typed client";
  private static final String SDK = "MCP SDK";
  private static final String PEER = "bare peer";
  private static final String TOOL_CROWD = "tool, crowd";
  private static final String CLIENT_CROWD = "typed client, crowd";
  private static final String NPM = "POLYPLUG_NPM";
  private static final double TIMES_AS_MANY = 5;

  @Override
  public String name() {
    return "mcp";
  }

  private static String many(Settings settings) {
    return settings.inFlight() + " in flight, MCP tool";
  }

  private static String processor(Settings settings) {
    return "processor of the host, " + many(settings);
  }

  @Override
  public List<Comparison> comparisons(Settings settings) {
    String many = many(settings);
    List<Comparison> all = new ArrayList<>();
    all.add(Comparison.ratio(name(), many, TOOL, SDK, AT_LEAST, TIMES_AS_MANY));
    all.add(Comparison.ratio(name(), many, CLIENT, SDK, AT_LEAST, TIMES_AS_MANY));
    all.add(Comparison.shown(name(), many, TOOL_CROWD, SDK, AT_LEAST));
    all.add(Comparison.shown(name(), many, CLIENT_CROWD, SDK, AT_LEAST));
    all.add(Comparison.shown(name(), many, TOOL, PEER, AT_LEAST));
    all.add(Comparison.shown(name(), processor(settings), TOOL, SDK, AT_MOST));
    all.add(Comparison.shown(name(), processor(settings), TOOL, PEER, AT_MOST));
    all.addAll(GatewayCalls.NATIVE.comparisons(name(), settings));
    all.addAll(GatewayCalls.REAL.comparisons(name(), settings));
    return all;
  }

  @Override
  public @Nullable String missing(Comparison comparison, Settings settings) {
    return GatewayCalls.REAL.has(comparison.row(), settings) && everything().isEmpty()
        ? "server-everything is not installed: name its folder with " + NPM
        : null;
  }

  private static Optional<McpProgram> everything() {
    return Optional.ofNullable(System.getenv(NPM))
        .map(folder -> McpProgram.everything(Path.of(folder)))
        .filter(
            it ->
                Files.isExecutable(it.program())
                    && Files.isRegularFile(Path.of(it.arguments().getFirst())));
  }

  @Override
  public List<Series> run(Surroundings with, Settings settings) throws Exception {
    Path echo = with.echo();
    int inFlight = settings.inFlight();
    List<Contender> many =
        List.of(
            new WindowOfCalls(TOOL, ToolTalker.tool(McpHost.over(echo), SIZE), inFlight),
            new WindowOfCalls(CLIENT, ToolTalker.client(McpHost.over(echo), SIZE), inFlight),
            new WindowOfCalls(SDK, new McpTalker(echo, SIZE), inFlight),
            new WindowOfCalls(PEER, new PolyplugTalker(echo, Protocol.MCP, SIZE), inFlight),
            new CrowdOfCallers(
                TOOL_CROWD, ToolTalker.blockingTool(McpHost.over(echo), SIZE), inFlight),
            new CrowdOfCallers(
                CLIENT_CROWD, ToolTalker.blockingClient(McpHost.over(echo), SIZE), inFlight));
    List<Series> all = new ArrayList<>();
    all.addAll(Rounds.runWithProcessor(many(settings), processor(settings), many, settings));
    Rounds.closeAll(many);
    all.addAll(GatewayCalls.NATIVE.run(with, McpProgram.echo(echo), settings));
    Optional<McpProgram> real = everything();
    if (real.isPresent()) {
      all.addAll(GatewayCalls.REAL.run(with, real.get(), settings));
    }
    return all;
  }
}
