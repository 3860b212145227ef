package io.polyplug.monorepo.files;

import io.polyplug.monorepo.WorkspaceProblem;
import java.util.Arrays;

/**
 * A class of characters such as {@code [a-z]}: its ranges, and whether they are the ones left out.
 */
record CharacterClass(boolean negated, int[] ranges) {
  /** The class that begins at {@code open} and ends before {@code end}. */
  static CharacterClass parse(String glob, String text, int open, int end) throws WorkspaceProblem {
    int i = open + 1;
    boolean negated = text.charAt(i) == '!' || text.charAt(i) == '^';
    if (negated) {
      i++;
    }
    int[] ranges = new int[2 * (end - open)];
    int used = 0;
    while (i < end - 1) {
      int low = text.codePointAt(i);
      i += Character.charCount(low);
      int high = low;
      if (i < end - 2 && text.charAt(i) == '-') {
        high = text.codePointAt(i + 1);
        i += 1 + Character.charCount(high);
        if (high < low) {
          throw Braces.problem(glob, "has a range that ends before it begins");
        }
      }
      ranges[used++] = low;
      ranges[used++] = high;
    }
    return new CharacterClass(negated, Arrays.copyOf(ranges, used));
  }

  /** The index after the bracket that closes the class; one right at its beginning is a member. */
  static int end(String glob, String text, int open) throws WorkspaceProblem {
    int i = open + 1;
    if (i < text.length() && (text.charAt(i) == '!' || text.charAt(i) == '^')) {
      i++;
    }
    int close = text.indexOf(']', i + 1);
    if (close < 0) {
      throw Braces.problem(glob, "has a '[' without a ']'");
    }
    return close + 1;
  }

  boolean has(int codePoint) {
    for (int i = 0; i < ranges.length; i += 2) {
      if (codePoint >= ranges[i] && codePoint <= ranges[i + 1]) {
        return !negated;
      }
    }
    return negated;
  }
}
