package io.polyplug.bab;

/** What JavaScript does with text, where Java does otherwise. Pure functions. */
final class JsText {
  private JsText() {}

  /** Without white space and line ends, as JavaScript knows them, at both ends. */
  static String trim(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isSpace(text.charAt(from))) {
      from++;
    }
    while (to > from && isSpace(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  private static boolean isSpace(char c) {
    return switch (c) {
      case '\t', '\n', '\u000B', '\f', '\r', ' ', '\u2028', '\u2029', '\uFEFF' -> true;
      default -> c > 0x7F && Character.getType(c) == Character.SPACE_SEPARATOR;
    };
  }

  /** With halves of characters replaced: they can be written neither as JSON nor as an argument. */
  static String wellFormed(String text) {
    int i = 0;
    while (i < text.length()) {
      int codePoint = text.codePointAt(i);
      if (isHalf(codePoint)) {
        return repaired(text);
      }
      i += Character.charCount(codePoint);
    }
    return text;
  }

  private static String repaired(String text) {
    return text.codePoints()
        .map(codePoint -> isHalf(codePoint) ? 0xFFFD : codePoint)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static boolean isHalf(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }
}
