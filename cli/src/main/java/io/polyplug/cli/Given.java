package io.polyplug.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ParseResult;

/**
 * What was given on a command line. The options that every command has may stand before the command
 * or after it; of two the later one counts, and lists are joined.
 *
 * @param levels the program, and the commands after it, the one that is run last
 * @param passedOn what is not for us: the words behind the one that names whose they are
 */
record Given(List<ParseResult> levels, List<String> passedOn) {
  /** What the parser found, from the program to the last command. */
  static Given of(ParseResult program, List<String> passedOn) {
    List<ParseResult> levels = new ArrayList<>();
    ParseResult at = program;
    levels.add(at);
    while (at.hasSubcommand()) {
      at = at.subcommand();
      levels.add(at);
    }
    return new Given(levels, passedOn);
  }

  ParseResult command() {
    return levels.getLast();
  }

  boolean has(String option) {
    return levels.stream().anyMatch(level -> level.hasMatchedOption(option));
  }

  Optional<String> text(String option) {
    return levels.reversed().stream()
        .filter(level -> level.hasMatchedOption(option))
        .findFirst()
        .map(level -> level.matchedOptionValue(option, ""));
  }

  <T> List<T> list(String option) {
    List<T> all = new ArrayList<>();
    levels.forEach(level -> all.addAll(level.matchedOptionValue(option, List.<T>of())));
    return all;
  }

  /** The argument at this place; empty if it was left out. */
  Optional<String> argument(int index) {
    return Optional.ofNullable(command().matchedPositionalValue(index, (String) null));
  }

  /** All arguments of a command that takes any number. */
  List<String> arguments() {
    return command().matchedPositionalValue(0, List.of());
  }
}
