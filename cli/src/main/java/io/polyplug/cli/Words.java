package io.polyplug.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The words of a command line, parted before they are parsed: what stands behind the namespace of a
 * plugin belongs to the plugin, whatever it looks like.
 *
 * @param ours up to the namespace
 * @param passedOn the rest
 */
record Words(List<String> ours, List<String> passedOn) {
  static Words of(CommandLine program, String... args) {
    List<String> words = Arrays.asList(args);
    int end = endOfOurs(program.getCommandSpec(), words);
    return new Words(words.subList(0, end), words.subList(end, words.size()));
  }

  private static int endOfOurs(CommandSpec program, List<String> words) {
    int command = afterOptions(program, words, 0);
    if (command >= words.size() || !words.get(command).equals(AinbCommand.NAME)) {
      return words.size();
    }
    CommandSpec ainb =
        Objects.requireNonNull(program.subcommands().get(AinbCommand.NAME)).getCommandSpec();
    int namespace = afterOptions(ainb, words, command + 1);
    if (namespace >= words.size() || ainb.subcommands().containsKey(words.get(namespace))) {
      return words.size();
    }
    // After "--" the next word is the namespace, whatever it is.
    return Math.min(words.size(), namespace + (words.get(namespace).equals("--") ? 2 : 1));
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
