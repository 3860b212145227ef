package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.config.ConfigFile;
import io.polyplug.host.config.ConfigMistake;
import io.polyplug.host.config.TrustStore;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code polyplug trust [FILE]}: lets a configuration file that was found run what it names. */
final class TrustCommand implements Command {
  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Lets a polyplug.toml run the commands it names, as it is now. After a change it has to"
                + " be trusted again.");
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .paramLabel("FILE")
            .type(String.class)
            .arity("0..1")
            .description("The file; the one found from here upwards if left out.")
            .build());
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) {
    Path file =
        given
            .argument(0)
            .map(around.folder()::resolve)
            .or(() -> ConfigFile.findUpwards(around.folder()))
            .orElseThrow(
                () ->
                    new UsageProblem(
                        "There is no " + ConfigFile.NAME + " in " + around.folder() + " or above"));
    ConfigFile config = ConfigFile.read(file);
    try {
      new TrustStore(around.folders().state()).trust(config);
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
                out.writeStringProperty("trusted", config.file().toString());
              });
    } else {
      around.printer().line("Trusted: " + UntrustedText.escape(config.file().toString()));
    }
    return ExitCode.OK;
  }
}
