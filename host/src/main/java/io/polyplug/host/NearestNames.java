package io.polyplug.host;

import io.polyplug.base.Misspelling;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds the names that somebody who mistyped one may have meant. Pure functions. */
public final class NearestNames {
  private static final int MOST = 3;

  private record Scored(String name, int distance) {}

  private NearestNames() {}

  /** At most three names close to the given one, nearest first. */
  public static List<String> of(String given, Collection<String> names) {
    String wanted = given.toLowerCase(Locale.ROOT);
    return names.stream()
        .distinct()
        .map(name -> new Scored(name, score(wanted, name.toLowerCase(Locale.ROOT))))
        .filter(scored -> scored.distance() <= Math.max(1, Misspelling.allowed(wanted)))
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
    return part ? 1 : Misspelling.changes(wanted, name);
  }
}
