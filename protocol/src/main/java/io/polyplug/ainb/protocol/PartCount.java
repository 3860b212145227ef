package io.polyplug.ainb.protocol;

import io.polyplug.wire.Json;

/**
 * Counts the members of an object or the elements of an array without making anything of them, for
 * what must not be taken apart if it has too many. Pure functions.
 */
final class PartCount {
  /** The fewest bytes that a part takes, with its comma. */
  private static final int LEAST = 2;

  private PartCount() {}

  /** Whether a value that is known to be JSON has more parts than so many. */
  static boolean exceeds(Json value, int most) {
    if (value.length() <= most * LEAST) {
      return false;
    }
    byte[] text = value.toByteArray();
    int depth = 0;
    int commas = 0;
    for (int i = 0; i < text.length && commas < most; i++) {
      switch (text[i]) {
        case '"' -> i = endOfString(text, i);
        case '{', '[' -> depth++;
        case '}', ']' -> depth--;
        case ',' -> commas += depth == 1 ? 1 : 0;
        default -> {}
      }
    }
    return commas >= most;
  }

  private static int endOfString(byte[] text, int start) {
    int i = start + 1;
    while (text[i] != '"') {
      i += text[i] == '\\' ? 2 : 1;
    }
    return i;
  }
}
