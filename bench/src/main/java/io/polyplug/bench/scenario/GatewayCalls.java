package io.polyplug.bench.scenario;

import static io.polyplug.bench.report.Comparison.Goal.AT_LEAST;
import static io.polyplug.bench.report.Comparison.Goal.AT_MOST;

import io.polyplug.bench.Settings;
import io.polyplug.bench.Surroundings;
import io.polyplug.bench.report.Comparison;
import io.polyplug.bench.report.Series;
import io.polyplug.bench.talk.GatewayProgram;
import io.polyplug.bench.talk.GatewayTalker;
import io.polyplug.bench.talk.McpHost;
import io.polyplug.bench.talk.McpProgram;
import io.polyplug.bench.talk.McpTalker;
import io.polyplug.bench.talk.PolyplugTalker;
import io.polyplug.bench.talk.Talker;
import io.polyplug.bench.talk.ToolTalker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows about the gateway: the same client with it and without it, and the same server behind.
 *
 * @param server as rows name it; empty for the native child
 * @param clients who calls
 */
record GatewayCalls(String server, List<Client> clients) {
  /** With the native child, whose own time is nothing. */
  static final GatewayCalls NATIVE = new GatewayCalls("", List.of(Client.values()));

  /** With a server as people have them. */
  static final GatewayCalls REAL =
      new GatewayCalls(" of a real server", List.of(Client.SDK, Client.PEER));

  private static final int SIZE = Sizes.SMALL.bytes();
  private static final double OF_DIRECT = 1.5;

  /**
   * So many times the usual warm-up for the gateway: it is a JVM of its own that lives for days and
   * gets one call at a time here, so that half a minute goes by until what it does is compiled.
   */
  private static final int COMPILING = 10;

  private static final String THROUGH = "gateway";
  private static final String DIRECT = "direct";

  /** Who calls, as rows name them. */
  enum Client {
    SDK("MCP SDK"),
    PEER("bare peer"),
    MEMORY("in one JVM");

    private final String label;

    Client(String label) {
      this.label = label;
    }
  }

  private String one(Client client) {
    return "one at a time through the gateway" + server + ", " + client.label;
  }

  private String many(Client client, Settings settings) {
    return settings.inFlight() + " in flight through the gateway" + server + ", " + client.label;
  }

  /** Whether this is one of its rows. */
  boolean has(String row, Settings settings) {
    return clients.stream().anyMatch(it -> row.equals(one(it)) || row.equals(many(it, settings)));
  }

  List<Comparison> comparisons(String scenario, Settings settings) {
    List<Comparison> all = new ArrayList<>();
    for (Client client : clients) {
      String one = one(client);
      boolean held = client == Client.SDK && server.isEmpty();
      all.add(
          held
              ? Comparison.ratio(scenario, one, THROUGH, DIRECT, AT_MOST, OF_DIRECT)
              : Comparison.shown(scenario, one, THROUGH, DIRECT, AT_MOST));
      all.add(Comparison.shown(scenario, many(client, settings), THROUGH, DIRECT, AT_LEAST));
    }
    return all;
  }

  List<Series> run(Surroundings with, McpProgram behind, Settings settings) throws Exception {
    List<Series> all = new ArrayList<>();
    try (GatewayProgram gateway = GatewayProgram.of(Path.of(with.command()), behind)) {
      for (Client client : clients) {
        try (Talker through = through(client, gateway.program(), with.echo());
            Talker direct = direct(client, behind, with.echo())) {
          all.addAll(run(client, through, direct, settings));
        }
      }
    }
    return all;
  }

  private static Talker through(Client client, McpProgram gateway, Path echo) throws Exception {
    return switch (client) {
      case SDK -> new McpTalker(gateway, SIZE);
      case PEER -> new PolyplugTalker(gateway, SIZE);
      case MEMORY -> new GatewayTalker(echo, SIZE);
    };
  }

  private static Talker direct(Client client, McpProgram behind, Path echo) throws Exception {
    return switch (client) {
      case SDK -> new McpTalker(behind, SIZE);
      case PEER -> new PolyplugTalker(behind, SIZE);
      case MEMORY -> ToolTalker.blockingTool(McpHost.over(echo), SIZE);
    };
  }

  private List<Series> run(Client client, Talker through, Talker direct, Settings settings)
      throws Exception {
    List<Series> all = new ArrayList<>();
    List<Contender> one =
        List.of(new SerialCalls(THROUGH, through), new SerialCalls(DIRECT, direct));
    Rounds.warmUp(one.subList(0, 1), settings, COMPILING);
    all.addAll(Rounds.run(one(client), "µs", one, settings));
    List<Contender> many =
        List.of(
            many(THROUGH, client, through, settings.inFlight()),
            many(DIRECT, client, direct, settings.inFlight()));
    all.addAll(Rounds.run(many(client, settings), "/s", many, settings));
    return all;
  }

  /** A tool of a host blocks, so beside it both sides are crowds. */
  private static Contender many(String name, Client client, Talker talker, int inFlight) {
    return switch (client) {
      case SDK, PEER -> new WindowOfCalls(name, talker, inFlight);
      case MEMORY -> new CrowdOfCallers(name, talker, inFlight);
    };
  }
}
