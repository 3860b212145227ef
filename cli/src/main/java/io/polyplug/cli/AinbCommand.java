package io.polyplug.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * {@code polyplug ainb}: the screens of plugins in the terminal; {@code polyplug ainb NAMESPACE
 * ARGS}: a command that a plugin brings.
 */
final class AinbCommand implements Command {
  static final String NAME = "ainb";

  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Shows the screens of plugins in this terminal, or runs a command that a plugin brings.",
            "",
            "Without a namespace it shows the screens, of the running host if there is one, else of"
                + " a host that lives as long. Ctrl-C leaves, ? opens the menu.",
            "With one, everything behind it goes to the plugin as it is, options too: those of"
                + " polyplug stand before. What the plugin prints is passed on byte for byte, and"
                + " its exit code is that of the command; 1 if the plugin fails, 2 if nobody has"
                + " the namespace.");
    spec.usageMessage()
        .customSynopsis(
            "polyplug ainb [OPTIONS]",
            "       polyplug ainb [OPTIONS] [--] NAMESPACE [ARGS...]",
            "       polyplug ainb [OPTIONS] COMMAND");
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .paramLabel("NAMESPACE")
            .type(String.class)
            .arity("0..1")
            .description(
                "The first word of a plugin's commands; -- before it if it is called like a command"
                    + " below.")
            .build());
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) throws Exception {
    return given.argument(0).isPresent()
        ? new AinbNamespace(given, around).run(given.argument(0).get())
        : AinbScreens.run(given, around);
  }
}
