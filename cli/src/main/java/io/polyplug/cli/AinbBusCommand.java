package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.cli.running.RunningBus;
import io.polyplug.cli.running.RunningProblem;
import io.polyplug.cli.running.RunningView;
import io.polyplug.host.NearestNames;
import io.polyplug.host.bus.Snapshot;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code polyplug ainb bus [TOPIC]}: what plugins of the running host publish. */
final class AinbBusCommand implements Command {
  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Shows what plugins of the running host have published last, or the payload of one"
                + " topic.",
            "In a pipe the payload is byte for byte what was published.");
    spec.addPositional(StoreOptions.argument("0", "TOPIC", "0..1", "All of them if left out."));
    spec.addOption(
        CommonOptions.flag("-f", "--follow")
            .description(
                "A line for each last value and then for each publish, until Ctrl-C; with --json"
                    + " each line is a document.")
            .build());
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) {
    BusOutput output = new BusOutput(around.printer());
    Optional<String> topic = given.argument(0);
    try (RunningView running = Hosts.needed(given, around)) {
      if (given.has("--follow")) {
        follow(running, topic, output);
        return ExitCode.OK;
      }
      if (topic.isEmpty()) {
        output.table(running.bus().topics());
        return ExitCode.OK;
      }
      Optional<Snapshot> found = running.bus().latest(topic.get());
      if (found.isPresent()) {
        output.payload(found.get());
        return ExitCode.OK;
      }
      throw new NoSuchTopic(missing(topic.get(), running.bus().topics()));
    }
  }

  private static String missing(String topic, RunningBus.Topics there) {
    List<String> names = there.topics().stream().map(it -> it.beginning().topic()).toList();
    return "Nothing was published on %s.%s"
        .formatted(UntrustedText.excerpt(topic, 200), NearestNames.hint(topic, names));
  }

  private static void follow(RunningView running, Optional<String> topic, BusOutput output) {
    Printer printer = output.printer();
    printer.endlessly();
    running.bus().follow(topic);
    try (ReaderWatch _ = ReaderWatch.start(printer, running::close)) {
      while (!printer.isUnread()) {
        output.lines(running.bus().next());
      }
    } catch (RunningProblem e) {
      if (!printer.isUnread()) {
        throw e;
      }
    }
  }
}
