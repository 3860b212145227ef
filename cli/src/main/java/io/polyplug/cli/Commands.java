package io.polyplug.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** All commands, and how they are put together. */
final class Commands {
  private static final String PROGRAM = "polyplug";

  /** By what is typed for them. */
  private static final Map<String, Command> ALL = new LinkedHashMap<>();

  static {
    ALL.put("list", new ListCommand());
    ALL.put("tools", new ToolsCommand());
    ALL.put("call", new CallCommand());
    ALL.put("up", new UpCommand());
    ALL.put("down", new DownCommand());
    ALL.put("logs", new LogsCommand());
    ALL.put("reload", new ReloadCommand());
    ALL.put("enable", new SwitchCommand(true));
    ALL.put("disable", new SwitchCommand(false));
    ALL.put("doctor", new DoctorCommand());
    ALL.put(AinbCommand.NAME, new AinbCommand());
    ALL.put(AinbCommand.NAME + " render", new AinbRenderCommand());
    ALL.put(AinbCommand.NAME + " bus", new AinbBusCommand());
    ALL.put(AinbCommand.NAME + " lint", new AinbLintCommand());
    ALL.put(BabCommand.NAME, new BabCommand());
    ALL.put(BabCommand.NAME + " list", new BabListCommand());
    ALL.put(BabCommand.NAME + " add", new BabAddCommand());
    ALL.put(BabCommand.NAME + " remove", new BabRemoveCommand());
    ALL.put(BabCommand.NAME + " test-plugin", new BabTestCommand());
    ALL.put(McpCommand.NAME, new McpCommand());
    ALL.put(McpCommand.NAME + " serve", new McpServeCommand());
    ALL.put(McpCommand.NAME + " config", new McpConfigCommand());
    ALL.put("install", new InstallCommand());
    ALL.put("uninstall", new UninstallCommand());
    ALL.put("upgrade", new UpgradeCommand());
    ALL.put("rollback", new RollbackCommand());
    ALL.put("verify", new VerifyCommand());
    ALL.put("trust", new TrustCommand());
    ALL.put("demo", new DemoCommand());
    ALL.put("completion", new CompletionCommand());
  }

  private Commands() {}

  static CommandLine commandLine() {
    CommandSpec root = CommonOptions.command(PROGRAM, "One host for every plugin.");
    root.usageMessage()
        .footer(
            "",
            "Exit codes: 0 ok; 1 the plugin answered with an error, or was not installed; 2 usage;",
            "3 the plugin failed (its code is printed); 4 configuration;",
            "5 polyplug itself failed.");
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
    ALL.forEach((path, command) -> add(line, path, command));
    return line;
  }

  private static void add(CommandLine program, String path, Command command) {
    int blank = path.indexOf(' ');
    String name = path.substring(blank + 1);
    CommandLine parent =
        blank < 0
            ? program
            : Objects.requireNonNull(program.getSubcommands().get(path.substring(0, blank)));
    parent.addSubcommand(name, command.specification(name));
  }

  /** The command that the parser found. */
  static Command of(CommandSpec found) {
    return Objects.requireNonNull(ALL.get(found.qualifiedName().substring(PROGRAM.length() + 1)));
  }
}
