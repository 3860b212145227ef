package io.polyplug.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The words of a command line, parted before they are parsed: what stands behind the namespace of a
 * plugin, or behind a task that is run, belongs to it, whatever it looks like; so does a command
 * that is tested or developed, behind its "--".
 *
 * @param ours up to that
 * @param passedOn the rest
 */
record Words(List<String> ours, List<String> passedOn) {
  static Words of(CommandLine program, String... args) {
    List<String> words = Arrays.asList(args);
    int end = endOfOurs(program.getCommandSpec(), words);
    return new Words(words.subList(0, end), words.subList(end, words.size()));
  }

  /** Whether the command is one of bento's, whose usage errors are never JSON. */
  static boolean areBentos(CommandLine program, String... args) {
    List<String> words = Arrays.asList(args);
    int command = afterOptions(program.getCommandSpec(), words, 0);
    return command < words.size() && words.get(command).equals(BentoCommand.NAME);
  }

  private static int endOfOurs(CommandSpec program, List<String> words) {
    int command = afterOptions(program, words, 0);
    if (command >= words.size()) {
      return words.size();
    }
    if (words.get(command).equals(BentoCommand.NAME)) {
      return endOfBentoRun(program, words, command);
    }
    if (words.get(command).equals(ConformCommand.NAME)
        || words.get(command).equals(DevCommand.NAME)) {
      int end = words.indexOf("--");
      return end < 0 ? words.size() : end;
    }
    if (!words.get(command).equals(AinbCommand.NAME)) {
      return words.size();
    }
    CommandSpec ainb = subcommand(program, AinbCommand.NAME);
    int namespace = afterOptions(ainb, words, command + 1);
    if (namespace >= words.size() || ainb.subcommands().containsKey(words.get(namespace))) {
      return words.size();
    }
    // After "--" the next word is the namespace, whatever it is.
    return Math.min(words.size(), namespace + (words.get(namespace).equals("--") ? 2 : 1));
  }

  /** What stands behind the task of {@code bento run DISH TASK} is the task's. */
  private static int endOfBentoRun(CommandSpec program, List<String> words, int command) {
    CommandSpec bento = subcommand(program, BentoCommand.NAME);
    int run = afterOptions(bento, words, command + 1);
    if (run >= words.size() || !words.get(run).equals("run")) {
      return words.size();
    }
    CommandSpec options = subcommand(bento, "run");
    int dish = positional(options, words, run + 1);
    int task = positional(options, words, Math.min(words.size(), dish + 1));
    return Math.min(words.size(), task + 1);
  }

  /** The next word that is no option; after "--" it is whatever comes. */
  private static int positional(CommandSpec spec, List<String> words, int from) {
    if (from > 0 && words.subList(0, from).contains("--")) {
      return from;
    }
    int at = afterOptions(spec, words, from);
    return at < words.size() && words.get(at).equals("--") ? at + 1 : at;
  }

  private static CommandSpec subcommand(CommandSpec parent, String name) {
    return Objects.requireNonNull(parent.subcommands().get(name)).getCommandSpec();
  }

  private static int afterOptions(CommandSpec spec, List<String> words, int from) {
    int at = from;
    while (at < words.size() && words.get(at).startsWith("-") && !words.get(at).equals("--")) {
      at += takesNext(spec, words.get(at)) ? 2 : 1;
    }
    return at;
  }

  private static boolean takesNext(CommandSpec spec, String word) {
    OptionSpec option = spec.findOption(word);
    return option != null && option.arity().max() > 0;
  }
}
