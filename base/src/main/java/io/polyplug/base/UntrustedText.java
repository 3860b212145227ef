package io.polyplug.base;

/**
 * Makes text from outside safe to show: in a terminal, in a log line, in an error message.
 *
 * <p>Every character that could move a cursor, end a line, change the reading direction or start an
 * escape sequence is written as {@code \\u} and its number instead; printable text of any language
 * stays as it is. The result has no line break. Pure functions.
 */
public final class UntrustedText {
  private UntrustedText() {}

  /** The text with everything that is not plainly printable escaped. */
  public static String escape(String text) {
    int i = firstUnsafe(text);
    if (i == text.length()) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length() + 16).append(text, 0, i);
    while (i < text.length()) {
      int codePoint = text.codePointAt(i);
      if (codePoint == '\t') {
        out.append("\\t");
      } else if (codePoint == '\n') {
        out.append("\\n");
      } else if (codePoint == '\r') {
        out.append("\\r");
      } else if (isUnsafe(codePoint)) {
        appendNumber(out, codePoint);
      } else {
        out.appendCodePoint(codePoint);
      }
      i += Character.charCount(codePoint);
    }
    return out.toString();
  }

  /** As {@link #escape}, cut to about so many characters with a mark that says so. */
  public static String excerpt(String text, int most) {
    if (text.length() <= most) {
      return escape(text);
    }
    int cut = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return escape(text.substring(0, cut)) + "… (" + text.length() + " characters)";
  }

  private static int firstUnsafe(String text) {
    int i = 0;
    while (i < text.length()) {
      int codePoint = text.codePointAt(i);
      if (isUnsafe(codePoint)) {
        return i;
      }
      i += Character.charCount(codePoint);
    }
    return i;
  }

  private static boolean isUnsafe(int codePoint) {
    if (codePoint >= 0x20 && codePoint < 0x7F) {
      return false;
    }
    return switch (Character.getType(codePoint)) {
      // C0, C1, DEL; bidi and zero-width marks; U+2028 and U+2029; halves and holes in the code.
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          true;
      // The joiners are part of emoji and of several scripts and move nothing.
      case Character.FORMAT -> codePoint != 0x200C && codePoint != 0x200D;
      default -> false;
    };
  }

  private static void appendNumber(StringBuilder out, int codePoint) {
    String hex = Integer.toHexString(codePoint);
    if (codePoint <= 0xFFFF) {
      out.append("\\u").repeat('0', 4 - hex.length()).append(hex);
    } else {
      out.append("\\u{").append(hex).append('}');
    }
  }
}
