package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.NearestNames;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Runs one command line and gives its exit code. Never ends the JVM and touches no stream but those
 * it is given.
 */
final class Cli {
  private final Path folder;
  private final Path home;
  private final Map<String, String> environment;
  private final InputStream stdin;
  private final PrintStream out;
  private final PrintStream err;
  private final Printer.Terminals terminals;
  private final boolean lent;

  Cli(
      Path folder,
      Path home,
      Map<String, String> environment,
      InputStream stdin,
      PrintStream out,
      PrintStream err,
      Printer.Terminals terminals) {
    this(folder, home, environment, stdin, out, err, terminals, false);
  }

  private Cli(
      Path folder,
      Path home,
      Map<String, String> environment,
      InputStream stdin,
      PrintStream out,
      PrintStream err,
      Printer.Terminals terminals,
      boolean lent) {
    this.folder = folder;
    this.home = home;
    this.environment = environment;
    this.stdin = stdin;
    this.out = out;
    this.err = err;
    this.terminals = terminals;
    this.lent = lent;
  }

  /** As this one, in a JVM that is a running host's. */
  Cli lent() {
    return new Cli(folder, home, environment, stdin, out, err, terminals, true);
  }

  int run(String... args) {
    String[] asked = asHelp(args);
    CommandLine few = Commands.commandLine(List.of(asked));
    ParseResult understood = understood(few, asked);
    CommandLine line = understood == null ? Commands.commandLine() : few;
    Words words = Words.of(line, asked);
    // Asked before parsing, because a usage error has to be JSON too.
    List<String> options = words.ours();
    int end = options.indexOf("--");
    boolean json = options.subList(0, end < 0 ? options.size() : end).contains("--json");
    Printer printer = new Printer(out, err, json, terminals);
    Problems problems = new Problems(printer, Words.areBentos(line, asked));
    line.setColorScheme(
        CommandLine.Help.defaultColorScheme(
            terminals.out() && terminals.colour()
                ? CommandLine.Help.Ansi.ON
                : CommandLine.Help.Ansi.OFF));
    try {
      ParseResult program =
          understood == null ? line.parseArgs(options.toArray(String[]::new)) : understood;
      Given given = Given.of(program, words.passedOn());
      ParseResult last = given.command();
      if (program.isVersionHelpRequested()) {
        return version(printer);
      }
      if (last.isUsageHelpRequested() || !program.hasSubcommand()) {
        return help(last, printer, problems);
      }
      CommonOptions.timeout(given);
      Surroundings around = new Surroundings(folder, home, environment, stdin, printer, lent);
      return run(Commands.of(last.commandSpec()), given, around, problems);
    } catch (ParameterException e) {
      return problems.report(new UsageProblem(usage(e)));
    } catch (Exception | Error e) {
      return problems.report(e);
    }
  }

  /** A line that is a command without a mistake; null for all else, which needs all commands. */
  private static @Nullable ParseResult understood(CommandLine line, String... asked) {
    try {
      ParseResult program = line.parseArgs(Words.of(line, asked).ours().toArray(String[]::new));
      ParseResult last = program;
      while (last.hasSubcommand()) {
        last = last.subcommand();
      }
      return program.hasSubcommand() && !last.isUsageHelpRequested() ? program : null;
    } catch (ParameterException e) {
      return null;
    }
  }

  private static int run(Command command, Given given, Surroundings around, Problems problems)
      throws Exception {
    if (!around.printer().wantsJson()) {
      return command.run(given, around);
    }
    try (Interruption _ = Interruption.toldBy(around.printer())) {
      try {
        return command.run(given, around);
      } catch (Exception | Error e) {
        // Before the interruption is closed: one of the two is told.
        return problems.report(e);
      }
    }
  }

  /** {@code help}, {@code help call}: as people type it. */
  private static String[] asHelp(String... args) {
    if (args.length == 0 || !args[0].equals("help")) {
      return args;
    }
    List<String> asked = new ArrayList<>(List.of(args).subList(1, args.length));
    asked.add("--help");
    return asked.toArray(String[]::new);
  }

  private static int help(ParseResult last, Printer printer, Problems problems) {
    CommandLine which = last.commandSpec().commandLine();
    boolean asked = last.isUsageHelpRequested();
    if (!asked && printer.wantsJson()) {
      return problems.report(new UsageProblem("No command was given"));
    }
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    which.usage(new PrintStream(text, true, StandardCharsets.UTF_8), which.getColorScheme());
    String usage = text.toString(StandardCharsets.UTF_8).stripTrailing();
    if (printer.wantsJson()) {
      printer.document(
          out -> {
            out.writeBooleanProperty("ok", true);
            out.writeStringProperty("help", usage);
          });
    } else if (asked) {
      printer.line(usage);
    } else {
      printer.aside(usage);
    }
    return asked ? ExitCode.OK : ExitCode.USAGE;
  }

  private static int version(Printer printer) {
    if (printer.wantsJson()) {
      printer.document(
          out -> {
            out.writeBooleanProperty("ok", true);
            out.writeStringProperty("version", Main.version());
          });
    } else {
      printer.line("polyplug " + Main.version());
    }
    return ExitCode.OK;
  }

  private static String usage(ParameterException e) {
    CommandLine which = e.getCommandLine();
    String tryHelp = " Try: " + which.getCommandSpec().qualifiedName() + " --help";
    if (e instanceof UnmatchedArgumentException unmatched
        && !unmatched.getUnmatched().isEmpty()
        && !unmatched.getUnmatched().getFirst().startsWith("-")
        && !which.getSubcommands().isEmpty()) {
      String word = unmatched.getUnmatched().getFirst();
      return "There is no command %s.%s%s"
          .formatted(
              UntrustedText.excerpt(word, 80),
              NearestNames.hint(word, which.getSubcommands().keySet()),
              tryHelp);
    }
    String sentence = String.valueOf(e.getMessage());
    return sentence + (sentence.endsWith(".") ? "" : ".") + tryHelp;
  }
}
