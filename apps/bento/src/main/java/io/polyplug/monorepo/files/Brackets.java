package io.polyplug.monorepo.files;

/** Classes of bytes in the patterns of ignore files, named ones such as {@code [:digit:]} too. */
final class Brackets {
  private Brackets() {}

  /** The index after the bracket that closes the class, or -1 if none does. */
  static int end(String pattern, int open) {
    int i = first(pattern, open);
    for (boolean member = false; i < pattern.length(); member = true) {
      char c = pattern.charAt(i);
      if (c == ']' && member) {
        return i + 1;
      }
      if (c == '\\') {
        i++;
      } else if (c == '[' && i + 1 < pattern.length() && pattern.charAt(i + 1) == ':') {
        int close = pattern.indexOf(']', i + 2);
        if (close < 0) {
          return -1;
        }
        if (pattern.charAt(close - 1) == ':' && close - 1 > i + 1) {
          if (named(pattern.substring(i + 2, close - 1), 'a') < 0) {
            return -1;
          }
          i = close;
        }
      }
      i++;
    }
    return -1;
  }

  static boolean has(String pattern, int open, int end, char seen) {
    int i = first(pattern, open);
    boolean negated = i > open + 1;
    boolean has = false;
    int previous = -1;
    while (i < end - 1) {
      char c = pattern.charAt(i);
      if (c == '-' && previous >= 0 && i + 1 < end - 1) {
        i++;
        if (pattern.charAt(i) == '\\') {
          i++;
        }
        has |= seen >= previous && seen <= pattern.charAt(i);
        previous = -1;
      } else if (c == '[' && pattern.charAt(i + 1) == ':' && name(pattern, i) > 0) {
        int close = name(pattern, i);
        has |= named(pattern.substring(i + 2, close - 1), seen) > 0;
        i = close;
        previous = -1;
      } else {
        if (c == '\\') {
          i++;
          c = pattern.charAt(i);
        }
        has |= seen == c;
        previous = c;
      }
      i++;
    }
    return has != negated;
  }

  private static int first(String pattern, int open) {
    int i = open + 1;
    boolean negated =
        i < pattern.length() && (pattern.charAt(i) == '!' || pattern.charAt(i) == '^');
    return negated ? i + 1 : i;
  }

  private static int name(String pattern, int i) {
    int close = pattern.indexOf(']', i + 2);
    return close - 1 > i + 1 && pattern.charAt(close - 1) == ':' ? close : -1;
  }

  /** 1 if the character is in the class, 0 if not, -1 if there is no such class. */
  private static int named(String name, char c) {
    boolean lower = c >= 'a' && c <= 'z';
    boolean upper = c >= 'A' && c <= 'Z';
    boolean digit = c >= '0' && c <= '9';
    boolean graph = c > ' ' && c < 127;
    boolean has;
    switch (name) {
      case "alnum" -> has = lower || upper || digit;
      case "alpha" -> has = lower || upper;
      case "blank" -> has = c == ' ' || c == '\t';
      case "cntrl" -> has = c < ' ' || c == 127;
      case "digit" -> has = digit;
      case "graph" -> has = graph;
      case "lower" -> has = lower;
      case "print" -> has = graph || c == ' ';
      case "punct" -> has = graph && !lower && !upper && !digit;
      case "space" -> has = c == ' ' || (c >= '\t' && c <= '\r');
      case "upper" -> has = upper;
      case "xdigit" -> has = digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
      default -> {
        return -1;
      }
    }
    return has ? 1 : 0;
  }
}
