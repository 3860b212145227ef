package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.PluginException;
import io.polyplug.host.ToolResult;
import io.polyplug.host.config.ConfigFile;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.process.ProgramLookup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;

/** {@code polyplug demo}: calls the example plugins of every contract. */
final class DemoCommand implements Command {
  /** How one call went. */
  private enum Outcome {
    ANSWERED,
    NOT_INSTALLED,
    FAILED
  }

  private record Row(
      String contract, String plugin, String tool, Outcome outcome, String result, long millis) {}

  @Override
  public CommandSpec specification(String name) {
    return CommonOptions.command(
        name, "Calls the example plugins of every contract and shows what they answer.");
  }

  @Override
  public int run(Given given, Surroundings around) {
    Path catalogue = around.home().resolve("examples").resolve("demo.toml");
    if (!Files.exists(catalogue)) {
      throw new UsageProblem(
          "The examples are not where they should be: " + catalogue + " is missing");
    }
    ConfigTable root = ConfigFile.read(catalogue).root();
    List<Row> rows = new ArrayList<>();
    for (ConfigTable table : root.tables("call")) {
      rows.add(call(DemoCall.read(table)));
    }
    if (around.printer().wantsJson()) {
      printJson(rows, around.printer());
    } else {
      printText(rows, around.printer());
    }
    boolean allAnswered = rows.stream().noneMatch(row -> row.outcome() == Outcome.FAILED);
    return allAnswered ? ExitCode.OK : ExitCode.FAILURE;
  }

  private static Row call(DemoCall call) {
    if (!ProgramLookup.ofHost().has(call.runtime())) {
      return row(call, Outcome.NOT_INSTALLED, call.runtime() + " is not installed", 0);
    }
    if (call.workspace().isPresent()) {
      return plan(call, call.workspace().get());
    }
    try (DemoHost demo = DemoHost.start(call)) {
      long from = System.nanoTime();
      ToolResult result = demo.run(call);
      return row(
          call,
          result.ok() ? Outcome.ANSWERED : Outcome.FAILED,
          result.output().toString(),
          (System.nanoTime() - from) / 1_000_000);
    } catch (PluginException | IOException failure) {
      return row(call, Outcome.FAILED, String.valueOf(failure.getMessage()), 0);
    }
  }

  private static Row plan(DemoCall call, Path workspace) {
    try {
      long from = System.nanoTime();
      String summary = DemoPlan.of(workspace).toString();
      return row(call, Outcome.ANSWERED, summary, (System.nanoTime() - from) / 1_000_000);
    } catch (IOException failure) {
      return row(call, Outcome.FAILED, String.valueOf(failure.getMessage()), 0);
    }
  }

  private static Row row(DemoCall call, Outcome outcome, String result, long millis) {
    return new Row(call.contract(), call.plugin(), call.tool(), outcome, result, millis);
  }

  private static void printText(List<Row> rows, Printer printer) {
    printer.table(
        List.of("CONTRACT", "PLUGIN", "TOOL", "RESULT", "TIME"),
        rows.stream()
            .map(
                row ->
                    List.of(
                        row.contract(),
                        row.plugin(),
                        row.tool(),
                        UntrustedText.excerpt(row.result(), 100),
                        row.outcome() == Outcome.ANSWERED ? row.millis() + " ms" : "-"))
            .toList());
  }

  private static void printJson(List<Row> rows, Printer printer) {
    printer.document(
        out -> {
          out.writeBooleanProperty(
              "ok", rows.stream().noneMatch(row -> row.outcome() == Outcome.FAILED));
          out.writeArrayPropertyStart("calls");
          for (Row row : rows) {
            out.writeStartObject();
            out.writeStringProperty("contract", row.contract());
            out.writeStringProperty("plugin", row.plugin());
            out.writeStringProperty("tool", row.tool());
            out.writeStringProperty("outcome", row.outcome().name().toLowerCase(Locale.ROOT));
            out.writeStringProperty("result", row.result());
            out.writeNumberProperty("durationMs", row.millis());
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }
}
