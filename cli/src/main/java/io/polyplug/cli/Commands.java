package io.polyplug.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
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
    ALL.put("replay", new ReplayCommand());
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
    ALL.put(BentoCommand.NAME, BentoCommands.group());
    ALL.put("install", new InstallCommand());
    ALL.put("uninstall", new UninstallCommand());
    ALL.put("upgrade", new UpgradeCommand());
    ALL.put("rollback", new RollbackCommand());
    ALL.put("verify", new VerifyCommand());
    ALL.put(ConformCommand.NAME, new ConformCommand());
    ALL.put("new", new NewCommand());
    ALL.put(DevCommand.NAME, new DevCommand());
    ALL.put("trust", new TrustCommand());
    ALL.put("demo", new DemoCommand());
    ALL.put("completion", new CompletionCommand());
  }

  /** A large group, made only for those who ask for it: others pay nothing for their start. */
  private static final class Bento {
    static final Map<String, Command> ALL = new LinkedHashMap<>();

    static {
      BentoCommands.addTo(ALL);
    }
  }

  private Commands() {}

  /** With every command. */
  static CommandLine commandLine() {
    return commandLine(_ -> true);
  }

  /**
   * With those commands only whose words are all there: nobody pays for the start of what was not
   * asked for. Enough to understand a line without a mistake in it, and for nothing else.
   */
  static CommandLine commandLine(List<String> words) {
    return commandLine(words::contains);
  }

  private static boolean isWanted(String path, Predicate<String> wanted) {
    int from = 0;
    for (int blank = path.indexOf(' '); blank >= 0; blank = path.indexOf(' ', from)) {
      if (!wanted.test(path.substring(from, blank))) {
        return false;
      }
      from = blank + 1;
    }
    return wanted.test(path.substring(from));
  }

  private static CommandLine commandLine(Predicate<String> wanted) {
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
    root.versionProvider(() -> new String[] {Main.version()});
    CommandLine line = new CommandLine(root);
    // "@file" is the input of a call here, not a file of arguments.
    line.setExpandAtFiles(false);
    ALL.forEach(
        (path, command) -> {
          if (isWanted(path, wanted)) {
            add(line, path, command);
          }
        });
    if (wanted.test(BentoCommand.NAME)) {
      Bento.ALL.forEach(
          (path, command) -> {
            if (isWanted(path, wanted)) {
              add(line, path, command);
            }
          });
    }
    return line;
  }

  private static void add(CommandLine program, String path, Command command) {
    CommandLine parent = program;
    int from = 0;
    for (int blank = path.indexOf(' '); blank >= 0; blank = path.indexOf(' ', from)) {
      parent = Objects.requireNonNull(parent.getSubcommands().get(path.substring(from, blank)));
      from = blank + 1;
    }
    String name = path.substring(from);
    parent.addSubcommand(name, command.specification(name));
  }

  /** The command that the parser found. */
  static Command of(CommandSpec found) {
    String path = found.qualifiedName().substring(PROGRAM.length() + 1);
    Command command = ALL.get(path);
    return command != null ? command : Objects.requireNonNull(Bento.ALL.get(path));
  }
}
