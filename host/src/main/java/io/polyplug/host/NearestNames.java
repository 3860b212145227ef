package io.polyplug.host;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds the names that somebody who mistyped one may have meant. Pure functions. */
public final class NearestNames {
  private static final int MOST = 3;
  private static final int MAX_LENGTH = 100;

  private record Scored(String name, int distance) {}

  private NearestNames() {}

  /** At most three names close to the given one, nearest first. */
  public static List<String> of(String given, Collection<String> names) {
    String wanted = given.toLowerCase(Locale.ROOT);
    return names.stream()
        .distinct()
        .map(name -> new Scored(name, score(wanted, name.toLowerCase(Locale.ROOT))))
        .filter(scored -> scored.distance() <= Math.max(2, wanted.length() / 3))
        .sorted(Comparator.comparingInt(Scored::distance).thenComparing(Scored::name))
        .limit(MOST)
        .map(Scored::name)
        .toList();
  }

  /** " Did you mean a or b?" with a space before it, or nothing. */
  public static String hint(String given, Collection<String> names) {
    List<String> nearest = of(given, names);
    return nearest.isEmpty() ? "" : " Did you mean " + String.join(" or ", nearest) + "?";
  }

  /** A part of a name counts as one mistake: people leave prefixes away. */
  private static int score(String wanted, String name) {
    boolean part = wanted.length() >= 3 && name.contains(wanted);
    return part ? 1 : distance(wanted, name);
  }

  /** Levenshtein's distance; names beyond a sane length are simply far away. */
  private static int distance(String a, String b) {
    if (a.length() > MAX_LENGTH || b.length() > MAX_LENGTH) {
      return Integer.MAX_VALUE;
    }
    int[] previous = new int[b.length() + 1];
    int[] current = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(change, 1 + Math.min(previous[j], current[j - 1]));
      }
      int[] swap = previous;
      previous = current;
      current = swap;
    }
    return previous[b.length()];
  }
}
