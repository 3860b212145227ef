package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.cli.running.RunningProblem;
import io.polyplug.cli.running.RunningView;
import io.polyplug.host.LogBook;
import io.polyplug.host.LogFollower;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code polyplug logs PLUGIN}: what a plugin of the running host wrote, and its changes of state.
 */
final class LogsCommand implements Command {
  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Shows what a plugin of the running host wrote to standard error or to its log, and how"
                + " its state changed.");
    spec.addPositional(CommonOptions.plugin("1"));
    spec.addOption(
        CommonOptions.flag("-f", "--follow")
            .description("Goes on with what comes, until Ctrl-C.")
            .build());
    spec.addOption(
        OptionSpec.builder("--lines")
            .paramLabel("N")
            .type(String.class)
            .description(
                "How many of the last lines; all that are kept, 1000 at most, if left out.")
            .build());
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) {
    Printer printer = around.printer();
    boolean follow = given.has("--follow");
    int lines = given.text("--lines").map(LogsCommand::count).orElse(LogBook.MOST_LINES);
    if (follow && printer.wantsJson()) {
      throw new UsageProblem(
          "--follow never ends, and --json prints one document: use one of them");
    }
    String plugin = given.argument(0).orElse("");
    try (RunningView running = Hosts.needed(given, around)) {
      LogFollower.Batch batch = running.logs(plugin, lines, follow);
      if (printer.wantsJson()) {
        printJson(plugin, batch, printer);
        return ExitCode.OK;
      }
      print(batch, printer);
      if (follow) {
        follow(running, printer);
      }
    }
    return ExitCode.OK;
  }

  private static void follow(RunningView running, Printer printer) {
    try (ReaderWatch _ = ReaderWatch.start(printer, running::close)) {
      while (!printer.isUnread()) {
        print(running.moreLogs(), printer);
      }
    } catch (RunningProblem e) {
      if (!printer.isUnread()) {
        throw e;
      }
    }
  }

  private static int count(String text) {
    try {
      int count = Integer.parseInt(text);
      if (count >= 0) {
        return count;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new UsageProblem("--lines: expected a number, found \"" + text + "\"");
  }

  private static void print(LogFollower.Batch batch, Printer printer) {
    if (batch.dropped() > 0) {
      printer.aside("polyplug: " + batch.dropped() + " lines were lost: they came too fast");
    }
    for (LogBook.Line line : batch.lines()) {
      if (printer.isUnread()) {
        return;
      }
      printer.line(
          line.time() + (line.state() ? " [state] " : " ") + UntrustedText.escape(line.text()));
    }
  }

  private static void printJson(String plugin, LogFollower.Batch batch, Printer printer) {
    printer.document(
        out -> {
          out.writeBooleanProperty("ok", true);
          out.writeStringProperty("plugin", plugin);
          out.writeArrayPropertyStart("lines");
          for (LogBook.Line line : batch.lines()) {
            out.writeStartObject();
            out.writeStringProperty("time", line.time().toString());
            out.writeStringProperty("level", line.level().name().toLowerCase(Locale.ROOT));
            out.writeStringProperty("text", line.text());
            out.writeBooleanProperty("state", line.state());
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }
}
