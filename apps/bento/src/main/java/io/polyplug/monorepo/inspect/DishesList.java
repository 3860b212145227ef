package io.polyplug.monorepo.inspect;

import java.util.Optional;

/**
 * Adds to the {@code dishes} list of a bento file and leaves all else in it as it is, comments too.
 * Works on files that were read without a mistake. Pure functions.
 */
final class DishesList {
  private DishesList() {}

  /** The text with one more dish; empty if the list cannot be found in it. */
  static Optional<String> withDish(String toml, String path) {
    int open = open(toml);
    if (open < 0) {
      return Optional.empty();
    }
    int last = open;
    for (int at = open + 1; at < toml.length(); at++) {
      char c = toml.charAt(at);
      if (c == '"' || c == '\'') {
        at = endOfText(toml, at);
        if (at < 0) {
          return Optional.empty();
        }
        last = at;
      } else if (c == '#') {
        at = endOfLine(toml, at);
      } else if (c == ',') {
        last = at;
      } else if (c == ']') {
        return Optional.of(inserted(toml, open, last, at, path));
      }
    }
    return Optional.empty();
  }

  private static String inserted(String toml, int open, int last, int close, String path) {
    boolean empty = last == open;
    boolean comma = toml.charAt(last) == ',';
    boolean lines = toml.substring(open, close).indexOf('\n') >= 0;
    String separator = empty || comma ? "" : ",";
    String blank = lines ? "\n  " : empty ? "" : " ";
    return toml.substring(0, last + 1)
        + separator
        + blank
        + Names.quoted(path)
        + (lines ? "," : "")
        + toml.substring(last + 1);
  }

  /** Where the list begins: a key of the file itself, so before the first table. */
  private static int open(String toml) {
    int at = 0;
    while (at < toml.length()) {
      int end = endOfLine(toml, at);
      String line = toml.substring(at, end);
      String bare = line.strip();
      if (bare.startsWith("[")) {
        return -1;
      }
      if (bare.startsWith("dishes")
          || bare.startsWith("\"dishes\"")
          || bare.startsWith("'dishes'")) {
        int equals = line.indexOf('=');
        int bracket = equals < 0 ? -1 : line.indexOf('[', equals);
        return bracket < 0 ? -1 : at + bracket;
      }
      at = end + 1;
    }
    return -1;
  }

  private static int endOfLine(String toml, int from) {
    int end = toml.indexOf('\n', from);
    return end < 0 ? toml.length() : end;
  }

  /** The quote that ends a text. */
  private static int endOfText(String toml, int from) {
    char quote = toml.charAt(from);
    for (int at = from + 1; at < toml.length(); at++) {
      if (toml.charAt(at) == '\\' && quote == '"') {
        at++;
      } else if (toml.charAt(at) == quote) {
        return at;
      }
    }
    return -1;
  }
}
