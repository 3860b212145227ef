package io.polyplug.cli;

import io.polyplug.cli.running.RunningView;
import picocli.CommandLine.Model.CommandSpec;

/** {@code polyplug reload [PLUGIN]}: starts a plugin of the running host afresh. */
final class ReloadCommand implements Command {
  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Forgets the failures of a plugin of the running host and starts it afresh. One of ainb"
                + " goes on if it runs, and can be used again if it was quarantined.",
            "Without a name the host looks at its files and folders again.");
    spec.addPositional(CommonOptions.plugin("0..1"));
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) {
    Printer printer = around.printer();
    try (RunningView running = Hosts.needed(given, around)) {
      String plugin = given.argument(0).orElse("");
      if (!plugin.isEmpty()) {
        return PluginLine.print(running.change("reload", plugin), printer);
      }
      running.refresh();
      if (printer.wantsJson()) {
        printer.document(out -> out.writeBooleanProperty("ok", true));
      } else {
        printer.line("The running host has looked at its files and folders again");
      }
      return ExitCode.OK;
    }
  }
}
