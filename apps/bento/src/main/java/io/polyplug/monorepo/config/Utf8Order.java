package io.polyplug.monorepo.config;

/**
 * The order of texts by their bytes in UTF-8, which is the order of their code points and not the
 * one in which Java compares them. Pure functions.
 */
public final class Utf8Order {
  private Utf8Order() {}

  /** As a comparator does. */
  public static int compare(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean bothHalves = Character.isSurrogate(x) == Character.isSurrogate(y);
        // A half stands for a code point above all that are whole.
        return bothHalves ? x - y : Character.isSurrogate(x) ? 1 : -1;
      }
    }
    return a.length() - b.length();
  }
}
