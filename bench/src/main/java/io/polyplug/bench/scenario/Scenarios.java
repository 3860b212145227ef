package io.polyplug.bench.scenario;

import java.util.List;

/** All scenarios in the order of the table. */
public final class Scenarios {
  /** Each once. */
  public static final List<Scenario> ALL =
      List.of(
          new PipelinedCalls(),
          new PipelinedOnOneProcessor(),
          new SingleCalls(),
          new McpCalls(),
          new McpSingleCalls(),
          new NotificationFlood(),
          new SidecarStreams(),
          new ChildStarts(),
          new CommandStarts(),
          new FirstAnswers(),
          new ManyPlugins(),
          new HostileFrames(),
          new PackageInstalls(),
          new Orchestrators());

  private Scenarios() {}

  /** The one of this name. */
  public static Scenario named(String name) {
    for (Scenario scenario : ALL) {
      if (scenario.name().equals(name)) {
        return scenario;
      }
    }
    throw new IllegalArgumentException(
        "there is no scenario '"
            + name
            + "'; there are "
            + String.join(", ", ALL.stream().map(Scenario::name).toList()));
  }
}
