package io.polyplug.cli;

import io.polyplug.bab.PluginReport;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code polyplug bab test-plugin}: whether the delegate in a folder can be used. */
final class BabTestCommand implements Command {
  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Loads the delegate in a folder, with its adapter and its validate(), and prints what"
                + " is wrong with it as JSON.",
            "Exits with 1 if it cannot be used.");
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .paramLabel("FOLDER")
            .type(String.class)
            .arity("1")
            .required(true)
            .description("The folder with its manifest.yaml.")
            .build());
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) {
    PluginReport report =
        PluginReport.of(
            around.folder().resolve(given.argument(0).orElseThrow()), around.environment());
    Printer printer = around.printer();
    printer.line(printer.wantsJson() ? report.toJson().toString() : PrettyJson.of(report.toJson()));
    return report.valid() ? ExitCode.OK : ExitCode.NOT_DONE;
  }
}
