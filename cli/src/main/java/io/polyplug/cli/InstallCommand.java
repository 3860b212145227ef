package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.config.DisabledPlugins;
import io.polyplug.install.Installed;
import io.polyplug.install.PackageStore;
import io.polyplug.install.Source;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code polyplug install SOURCE}: installs a plugin. Runs nothing of it, but for a Java program,
 * which is started once so that its later starts are quick.
 */
final class InstallCommand implements Command {
  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Installs a plugin. A plugin is a program that runs with your rights once it is used:"
                + " install only what you trust.");
    spec.addPositional(
        StoreOptions.argument(
            "0",
            "SOURCE",
            "1",
            "A folder, a zip, the http or https address of a zip, or oci://registry/repository:tag"
                + " (also @sha256:…)."));
    StoreOptions.addYes(spec, "Accepted for scripts; nothing is asked here.");
    StartTraining.addRefusal(spec);
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) {
    PackageStore store = StoreOptions.store(given, around);
    Printer printer = around.printer();
    Installed installed;
    try (ProgressBar progress = new ProgressBar(printer)) {
      Source source = Source.parse(given.argument(0).orElseThrow(), around.folder());
      installed = store.install(source, progress);
    }
    Optional<Long> trained = StartTraining.train(installed, given, around);
    if (printer.wantsJson()) {
      printer.document(
          out -> {
            out.writeBooleanProperty("ok", true);
            StoreOptions.write(installed, out);
            out.writeBooleanProperty("trained", trained.isPresent());
          });
    } else {
      printer.line(
          "Installed %s (%s, %d files) in %s"
              .formatted(
                  StoreOptions.named(installed),
                  installed.contract(),
                  installed.files(),
                  UntrustedText.escape(installed.folder().toString())));
      printer.line("It asks for: " + StoreOptions.list(installed.asksFor()));
      trained.ifPresent(bytes -> printer.line(StartTraining.sentence(bytes)));
      if (isDisabled(installed, around)) {
        String id = UntrustedText.escape(installed.id());
        printer.line("It is disabled from before: use it again with polyplug enable " + id);
      }
    }
    return ExitCode.OK;
  }

  /** The list of what is disabled outlives an uninstallation. */
  private static boolean isDisabled(Installed installed, Surroundings around) {
    try {
      List<String> names = new DisabledPlugins(around.folders().state()).names();
      return names.contains(installed.id())
          || names.contains(installed.contract() + ":" + installed.id());
    } catch (IOException e) {
      // Whoever lists the plugins hears of it.
      return false;
    }
  }
}
