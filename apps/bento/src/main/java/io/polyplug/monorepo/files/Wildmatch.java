package io.polyplug.monorepo.files;

/**
 * Matches as git does: stars and question marks do not match slashes, {@code **} between slashes
 * does. Pattern and text have one character for every byte.
 *
 * <p>A branch that ran out of text ends all the branches above it that could only skip more of it,
 * so that a pattern of many stars takes no exponential time.
 */
final class Wildmatch {
  private enum Result {
    MATCH,
    NO_MATCH,
    ABORT_ALL,
    ABORT_TO_FOLDERS
  }

  private final String pattern;
  private final String text;

  private Wildmatch(String pattern, String text) {
    this.pattern = pattern;
    this.text = text;
  }

  static boolean matches(String pattern, String text) {
    return new Wildmatch(pattern, text).match(0, 0) == Result.MATCH;
  }

  private Result match(int start, int from) {
    int p = start;
    int t = from;
    for (; p < pattern.length(); p++, t++) {
      char c = pattern.charAt(p);
      if (t == text.length() && c != '*') {
        return Result.ABORT_ALL;
      }
      if (c == '*') {
        return star(start, p, t);
      }
      char seen = text.charAt(t);
      if (c == '[') {
        int end = Brackets.end(pattern, p);
        if (end < 0) {
          return Result.ABORT_ALL;
        }
        if (seen == '/' || !Brackets.has(pattern, p, end, seen)) {
          return Result.NO_MATCH;
        }
        p = end - 1;
      } else if (c == '?') {
        if (seen == '/') {
          return Result.NO_MATCH;
        }
      } else {
        if (c == '\\') {
          p++;
          if (p == pattern.length()) {
            return Result.NO_MATCH;
          }
          c = pattern.charAt(p);
        }
        if (c != seen) {
          return Result.NO_MATCH;
        }
      }
    }
    return t == text.length() ? Result.MATCH : Result.NO_MATCH;
  }

  private Result star(int start, int first, int from) {
    int p = first + 1;
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    boolean folders =
        p - first > 1
            && (first == start || pattern.charAt(first - 1) == '/')
            && (p == pattern.length() || slashAt(p));
    if (folders
        && p < pattern.length()
        && pattern.charAt(p) == '/'
        && match(p + 1, from) == Result.MATCH) {
      return Result.MATCH;
    }
    if (p == pattern.length()) {
      return folders || text.indexOf('/', from) < 0 ? Result.MATCH : Result.ABORT_TO_FOLDERS;
    }
    if (!folders && pattern.charAt(p) == '/') {
      // A star before a slash takes the rest of the name: no other place can match.
      int slash = text.indexOf('/', from);
      return slash < 0 ? Result.ABORT_ALL : match(p, slash);
    }
    for (int t = from; t < text.length(); t++) {
      Result result = match(p, t);
      if (result != Result.NO_MATCH && !(folders && result == Result.ABORT_TO_FOLDERS)) {
        return result;
      }
      if (!folders && text.charAt(t) == '/') {
        return Result.ABORT_TO_FOLDERS;
      }
    }
    return Result.ABORT_ALL;
  }

  private boolean slashAt(int p) {
    return pattern.charAt(p) == '/'
        || (pattern.charAt(p) == '\\' && p + 1 < pattern.length() && pattern.charAt(p + 1) == '/');
  }
}
