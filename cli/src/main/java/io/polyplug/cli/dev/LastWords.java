package io.polyplug.cli.dev;

import io.polyplug.base.UntrustedText;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where and why a program gave up, as far as the last lines of its standard error tell: the place
 * and the sentence that the runtimes of Python, JavaScript and Java end with.
 */
final class LastWords {
  private static final int LONGEST_LINE = 500;
  private static final int LONGEST_WHY = 200;

  private static final Pattern PYTHON = Pattern.compile("^\\s*File \"([^\"]+)\", line (\\d+)");
  private static final Pattern OTHERS =
      Pattern.compile("(?:^|[\\s(])(?:file://)?([^\\s():]+\\.[a-z]{1,5}):(\\d+)");
  private static final Pattern WHY =
      Pattern.compile(
          "^(?:Exception in thread \"[^\"]*\" |.*\\s)??((?:[A-Za-z0-9_$.]+(?:Error|Exception)\\b|error:).*)$");

  private LastWords() {}

  /** For the end of a sentence; empty if the lines do not tell. */
  static Optional<String> of(List<String> stderr) {
    Optional<String> place = last(stderr, PYTHON).or(() -> first(stderr));
    Optional<String> why =
        stderr.reversed().stream()
            .map(line -> WHY.matcher(cut(line)))
            .filter(Matcher::find)
            .map(it -> UntrustedText.excerpt(it.group(1), LONGEST_WHY))
            .findFirst();
    if (place.isPresent() && why.isPresent()) {
      return Optional.of(place.get() + ": " + why.get());
    }
    return place.or(() -> why);
  }

  /** Python tells the innermost place last. */
  private static Optional<String> last(List<String> lines, Pattern pattern) {
    return places(lines.reversed(), pattern);
  }

  /** The others tell it first. */
  private static Optional<String> first(List<String> lines) {
    return places(lines, OTHERS);
  }

  private static Optional<String> places(List<String> lines, Pattern pattern) {
    return lines.stream()
        .map(line -> pattern.matcher(cut(line)))
        .filter(Matcher::find)
        .map(it -> UntrustedText.excerpt(it.group(1) + ":" + it.group(2), LONGEST_WHY))
        .findFirst();
  }

  private static String cut(String line) {
    return line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE);
  }
}
