package io.polyplug.monorepo.run;

/**
 * How many columns of a terminal text takes, near enough: marks take none, East Asian letters and
 * emoji two, escape sequences that set colours none. Pure functions.
 */
final class Columns {
  private Columns() {}

  static int of(String line) {
    return walk(line, Integer.MAX_VALUE).columns();
  }

  /** The beginning of a line that fits, with a mark at its end if there is more. */
  static String fit(String line, int width) {
    if (of(line) <= width) {
      return line;
    }
    return width < 1 ? "" : line.substring(0, walk(line, width - 1).end()) + "…";
  }

  /** A beginning of a line: where it ends and how many columns it takes. */
  private record Beginning(int end, int columns) {}

  /** The longest beginning that takes no more columns than these. */
  private static Beginning walk(String line, int most) {
    int columns = 0;
    int at = 0;
    while (at < line.length()) {
      int end = sequenceEnd(line, at);
      if (end > at) {
        at = end;
        continue;
      }
      int codePoint = line.codePointAt(at);
      int more = of(codePoint);
      if (columns + more > most) {
        break;
      }
      columns += more;
      at += Character.charCount(codePoint);
    }
    return new Beginning(at, columns);
  }

  /** As {@link #fit} for a name without colours: names that begin alike differ at their ends. */
  static String ends(String name, int width) {
    if (of(name) <= width) {
      return name;
    }
    String first = fit(name, Math.max(1, width / 2));
    int from = name.length();
    int columns = of(first);
    while (from > 0) {
      int codePoint = name.codePointBefore(from);
      columns += of(codePoint);
      if (columns > width) {
        break;
      }
      from -= Character.charCount(codePoint);
    }
    return first + name.substring(from);
  }

  private static int sequenceEnd(String line, int at) {
    int end = line.charAt(at) == '\u001b' ? line.indexOf('m', at) : -1;
    return end < 0 ? at : end + 1;
  }

  private static int of(int c) {
    if (c < 0x300) {
      return 1;
    }
    switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> {
        return 0;
      }
      default -> {}
    }
    boolean wide =
        (c >= 0x1100 && c <= 0x115F)
            || (c >= 0x2E80 && c <= 0xA4CF)
            || (c >= 0xAC00 && c <= 0xD7A3)
            || (c >= 0xF900 && c <= 0xFAFF)
            || (c >= 0xFE30 && c <= 0xFE6F)
            || (c >= 0xFF00 && c <= 0xFF60)
            || (c >= 0x1F000 && c <= 0x1FBFF)
            || (c >= 0x20000 && c <= 0x3FFFD)
            || Character.isEmojiPresentation(c);
    return wide ? 2 : 1;
  }
}
