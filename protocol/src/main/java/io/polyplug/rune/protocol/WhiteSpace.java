package io.polyplug.rune.protocol;

/**
 * White space as the contract understands it (section 2): Unicode's, with U+0085 and U+00A0, which
 * the methods of {@link String} leave alone.
 */
public final class WhiteSpace {
  private WhiteSpace() {}

  /** The text without white space at either end. */
  public static String trim(String text) {
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

  /** Whether there is nothing but white space. */
  public static boolean isBlank(String text) {
    return trim(text).isEmpty();
  }

  /** Whether a capability is written as it must be: not empty, nothing to trim. */
  public static boolean isCanonical(String capability) {
    return !capability.isEmpty() && trim(capability).length() == capability.length();
  }

  private static boolean isSpace(char c) {
    return switch (c) {
      case '\t', '\n', 0x0B, '\f', '\r', ' ', 0x85, 0xA0 -> true;
      case 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000 -> true;
      default -> c >= 0x2000 && c <= 0x200A;
    };
  }
}
