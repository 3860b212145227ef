package io.polyplug.base;

/** How far two names are from each other, for those that somebody mistyped. Pure functions. */
public final class Misspelling {
  /** Names that are longer are like nothing. */
  private static final int LONGEST = 100;

  private Misspelling() {}

  /**
   * How many letters must be changed, added, removed or swapped with a neighbour to make one of the
   * other; {@link Integer#MAX_VALUE} for names beyond a sane length.
   */
  public static int changes(String a, String b) {
    if (a.length() > LONGEST || b.length() > LONGEST) {
      return Integer.MAX_VALUE;
    }
    int[] before = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + change);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          row[j] = Math.min(row[j], before[j - 2] + 1);
        }
      }
      int[] reused = before;
      before = last;
      last = row;
      row = reused;
    }
    return last[b.length()];
  }

  /** So many changes may a name of this length be away; a short one is near to everything. */
  public static int allowed(String name) {
    return name.length() / 3;
  }
}
