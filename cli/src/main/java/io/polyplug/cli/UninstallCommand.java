package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;

/** {@code polyplug uninstall ID}: removes an installed plugin. */
final class UninstallCommand implements Command {
  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name, "Removes an installed plugin, with the version that was kept for a rollback.");
    spec.addPositional(
        StoreOptions.argument("0", "ID", "1", "Its id, or the name of the folder it is in."));
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) {
    String id = given.argument(0).orElseThrow();
    Path folder = StoreOptions.store(given, around).uninstall(id);
    StartTraining.sweep(around);
    Printer printer = around.printer();
    if (printer.wantsJson()) {
      printer.document(
          out -> {
            out.writeBooleanProperty("ok", true);
            out.writeStringProperty("id", id);
            out.writeStringProperty("folder", folder.toString());
          });
    } else {
      printer.line(
          "Uninstalled %s from %s"
              .formatted(UntrustedText.escape(id), UntrustedText.escape(folder.toString())));
    }
    return ExitCode.OK;
  }
}
