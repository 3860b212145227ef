package io.polyplug.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** All commands, and how they are put together. */
final class Commands {
  private static final List<Command> ALL =
      List.of(
          new ListCommand(),
          new ToolsCommand(),
          new CallCommand(),
          new DoctorCommand(),
          new TrustCommand(),
          new DemoCommand(),
          new CompletionCommand());

  private Commands() {}

  static CommandLine commandLine() {
    CommandSpec root = CommonOptions.command("polyplug", "One host for every plugin.");
    root.usageMessage()
        .footer(
            "",
            "Exit codes: 0 ok; 1 the plugin answered with an error; 2 usage; 3 the plugin failed",
            "(its code is printed); 4 configuration.");
    root.addOption(
        CommandLine.Model.OptionSpec.builder("--version")
            .type(boolean.class)
            .arity("0")
            .versionHelp(true)
            .description("Shows the version.")
            .build());
    root.version(Main.version());
    CommandLine line = new CommandLine(root);
    // "@file" is the input of a call here, not a file of arguments.
    line.setExpandAtFiles(false);
    for (Command command : ALL) {
      CommandSpec spec = command.specification();
      line.addSubcommand(spec.name(), new CommandLine(spec));
    }
    return line;
  }

  static Command named(String name) {
    return ALL.stream()
        .filter(command -> command.specification().name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
