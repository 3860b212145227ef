package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.config.ConfigFile;
import io.polyplug.host.config.ConfigMistake;
import io.polyplug.host.config.TomlDocument;
import io.polyplug.host.config.TrustStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code polyplug trust [FILE]}: lets a configuration file that was found run what it names. */
final class TrustCommand implements Command {
  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Lets a polyplug.toml or an .mcp.json run the commands it names, as it is now. After a"
                + " change it has to be trusted again.");
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .paramLabel("FILE")
            .type(String.class)
            .arity("0..1")
            .description(
                "The file; the one found from here upwards if left out and there is only one.")
            .build());
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) {
    Path file = given.argument(0).map(around.folder()::resolve).orElseGet(() -> found(around));
    Path trusted = file.toAbsolutePath().normalize();
    TrustStore store = new TrustStore(around.folders().state());
    try {
      if (String.valueOf(file.getFileName()).endsWith(".json")) {
        store.trust(trusted, TomlDocument.bytes(trusted));
      } else {
        store.trust(ConfigFile.read(file));
      }
    } catch (IOException e) {
      throw new ConfigMistake(
          around.folders().state(),
          0,
          "",
          "what is trusted cannot be written here: " + e.getMessage());
    }
    // What it lists is not to stay untrusted there until somebody thinks of it.
    Hosts.tellOfChange(given, around);
    if (around.printer().wantsJson()) {
      around
          .printer()
          .document(
              out -> {
                out.writeBooleanProperty("ok", true);
                out.writeStringProperty("trusted", trusted.toString());
              });
    } else {
      around.printer().line("Trusted: " + UntrustedText.escape(trusted.toString()));
    }
    return ExitCode.OK;
  }

  private static Path found(Surroundings around) {
    List<Path> files = new ArrayList<>();
    ConfigFile.findUpwards(around.folder()).ifPresent(files::add);
    Hosts.projectFiles(around).stream().filter(it -> !files.contains(it)).forEach(files::add);
    if (files.isEmpty()) {
      throw new UsageProblem(
          "There is no " + ConfigFile.NAME + " in " + around.folder() + " or above");
    }
    if (files.size() > 1) {
      throw new UsageProblem(
          "Say which one: "
              + String.join(
                  " or ", files.stream().map(it -> UntrustedText.escape(it.toString())).toList()));
    }
    return files.getFirst();
  }
}
