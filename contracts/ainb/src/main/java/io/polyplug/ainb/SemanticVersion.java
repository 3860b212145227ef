package io.polyplug.ainb;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The grammar of semver.org, version 2.0.0. */
final class SemanticVersion {
  /** Versions of people are shorter, and longer ones are not worth the work. */
  private static final int LONGEST = 255;

  private static final Predicate<String> NUMBER =
      Pattern.compile("0|[1-9][0-9]*").asMatchPredicate();
  private static final Predicate<String> DIGITS = Pattern.compile("[0-9]+").asMatchPredicate();
  private static final Predicate<String> WORD = Pattern.compile("[0-9A-Za-z-]+").asMatchPredicate();

  private SemanticVersion() {}

  static boolean matches(String text) {
    if (text.length() > LONGEST) {
      return false;
    }
    int plus = text.indexOf('+');
    if (plus >= 0 && !all(text.substring(plus + 1), WORD)) {
      return false;
    }
    String precedence = plus < 0 ? text : text.substring(0, plus);
    int dash = precedence.indexOf('-');
    if (dash >= 0 && !all(precedence.substring(dash + 1), SemanticVersion::isPreRelease)) {
      return false;
    }
    List<String> core = parts(dash < 0 ? precedence : precedence.substring(0, dash));
    return core.size() == 3 && core.stream().allMatch(NUMBER);
  }

  private static boolean isPreRelease(String identifier) {
    return WORD.test(identifier) && (!DIGITS.test(identifier) || NUMBER.test(identifier));
  }

  private static boolean all(String text, Predicate<String> rule) {
    return parts(text).stream().allMatch(rule);
  }

  private static List<String> parts(String text) {
    return List.of(text.split("\\.", -1));
  }
}
