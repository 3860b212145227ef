package io.polyplug.terminal;

import org.jline.utils.WCWidth;

/**
 * What one cell shows: text that is safe for any terminal and how many columns it takes. Whoever
 * holds one may write it out as it is. Immutable.
 *
 * @param text one grapheme without anything that could move a cursor; empty only for {@link
 *     #COVERED}
 * @param width 1 or 2; 0 for {@link #COVERED}
 */
record Glyph(String text, int width) {
  static final Glyph BLANK = new Glyph(" ", 1);

  /** The column behind a glyph of two columns. */
  static final Glyph COVERED = new Glyph("", 0);

  /** Stands for what must not reach a terminal. */
  static final Glyph REFUSED = new Glyph("\uFFFD", 1);

  /** More marks than any script piles up; what a plugin piles on top is left out. */
  private static final int MOST_CODE_POINTS = 16;

  private static final Glyph[] ASCII = new Glyph[0x7F];

  static {
    for (char ch = ' '; ch < ASCII.length; ch++) {
      ASCII[ch] = new Glyph(String.valueOf(ch), 1);
    }
  }

  /**
   * The glyph for a plugin's symbol: its first grapheme, measured by us whatever the plugin thinks.
   * An empty symbol is a space; one with control characters in it is {@link #REFUSED}.
   */
  static Glyph of(String symbol) {
    if (symbol.isEmpty()) {
      return BLANK;
    }
    char first = symbol.charAt(0);
    if (symbol.length() == 1 && isAscii(first)) {
      return ASCII[first];
    }
    return symbol.codePoints().allMatch(Glyph::isSafe) ? measured(symbol) : REFUSED;
  }

  private static Glyph measured(String symbol) {
    int first = symbol.codePointAt(0);
    if (symbol.length() == Character.charCount(first)) {
      int width = WCWidth.wcwidth(first);
      return width <= 0 ? alone(symbol) : new Glyph(symbol, width);
    }
    int length = WCWidth.charCountForGraphemeCluster(symbol, 0);
    String cluster = symbol.substring(0, length);
    if (cluster.codePointCount(0, length) > MOST_CODE_POINTS) {
      cluster = cluster.substring(0, cluster.offsetByCodePoints(0, MOST_CODE_POINTS));
    }
    int width = WCWidth.wcwidthForGraphemeCluster(cluster, 0);
    // A mark without a letter would sit on whatever is to its left: it gets a space of its own.
    return width <= 0 ? alone(cluster) : new Glyph(cluster, Math.min(width, 2));
  }

  /** How many characters the grapheme at this place of a text has. */
  static int lengthAt(String text, int at) {
    boolean ascii =
        isAscii(text.charAt(at)) && (at + 1 == text.length() || isAscii(text.charAt(at + 1)));
    // Finding the ends of graphemes is dear, and most text has them after each character.
    return ascii ? 1 : WCWidth.charCountForGraphemeCluster(text, at);
  }

  private static boolean isAscii(char ch) {
    return ch >= ' ' && ch < ASCII.length;
  }

  private static Glyph alone(String marks) {
    return Character.getType(marks.codePointAt(0)) == Character.FORMAT
        ? BLANK
        : new Glyph(" " + marks, 1);
  }

  /** Whether terminals may disagree with us about its width, so that nothing may rely on it. */
  boolean isFragile() {
    return width > 0 && text.length() > Character.charCount(text.codePointAt(0));
  }

  boolean isAscii() {
    return text.length() == 1 && isAscii(text.charAt(0));
  }

  private static boolean isSafe(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      // Joiners and the tags of flags are parts of emoji; the rest turns the reading direction.
      case Character.FORMAT ->
          codePoint == 0x200C
              || codePoint == 0x200D
              || (codePoint >= 0xE0020 && codePoint <= 0xE007F);
      default -> true;
    };
  }
}
