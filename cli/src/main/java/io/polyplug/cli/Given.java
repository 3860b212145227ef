package io.polyplug.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ParseResult;

/**
 * What was given on a command line. The options that every command has may stand before the command
 * or after it; of two the later one counts, and lists are joined.
 */
record Given(ParseResult root, ParseResult command) {
  boolean has(String option) {
    return command.hasMatchedOption(option) || root.hasMatchedOption(option);
  }

  Optional<String> text(String option) {
    String after = command.matchedOptionValue(option, (String) null);
    String before = root.matchedOptionValue(option, (String) null);
    return Optional.ofNullable(after == null ? before : after);
  }

  <T> List<T> list(String option) {
    List<T> all = new ArrayList<>(root.matchedOptionValue(option, List.<T>of()));
    all.addAll(command.matchedOptionValue(option, List.<T>of()));
    return all;
  }

  /** The argument at this place; empty if it was left out. */
  Optional<String> argument(int index) {
    return Optional.ofNullable(command.matchedPositionalValue(index, (String) null));
  }
}
