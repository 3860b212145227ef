package io.polyplug.cli;

import io.polyplug.host.HostBuilder;
import io.polyplug.host.PluginHost;
import io.polyplug.host.config.ConfigFile;
import io.polyplug.process.ProgramLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The example plugins, which {@code polyplug up} shows to somebody who has none: a workbench with
 * nothing in it explains nothing. They are bound for as long as this host runs, and nothing is
 * written anywhere.
 */
final class UpExamples {
  private UpExamples() {}

  /**
   * The files that bind them; none if somebody has named a file or a folder, has plugins, or wants
   * no workbench.
   */
  static List<Path> instead(PluginHost found, List<Path> files, Given given, Surroundings around) {
    boolean wanted =
        !given.has("--no-workbench")
            && files.isEmpty()
            && given.list("--plugin-dir").isEmpty()
            && found.plugins().isEmpty()
            && found.invalid().isEmpty();
    Path catalogue = around.home().resolve("examples").resolve("demo.toml");
    if (!wanted || !Files.exists(catalogue)) {
      return List.of();
    }
    return ConfigFile.read(catalogue).root().tables("call").stream()
        .map(DemoCall::read)
        .filter(call -> call.config().isPresent() && ProgramLookup.ofHost().has(call.runtime()))
        .map(call -> call.config().get())
        .distinct()
        .toList();
  }

  static void bind(List<Path> files, HostBuilder builder) {
    files.forEach(builder::configFile);
  }

  static void tell(List<Path> files, Printer printer) {
    if (!files.isEmpty() && !printer.wantsJson()) {
      printer.line(
          "you have no plugins yet, so the examples are here; polyplug install and polyplug new"
              + " bring your own");
    }
  }
}
