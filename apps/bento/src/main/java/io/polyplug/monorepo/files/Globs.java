package io.polyplug.monorepo.files;

import io.polyplug.monorepo.WorkspaceProblem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A set of globs, compiled. Stars and question marks match slashes too. Immutable.
 *
 * <p>Names, {@code dir/**}, {@code *.ext} with or without {@code **} before it, and {@code **} are
 * nearly all globs that people write, so those are compared as strings.
 */
public final class Globs {
  /** Matches nothing. */
  public static final Globs NONE = new Globs();

  private boolean everything;
  private final Set<String> paths = new HashSet<>();
  private final List<String> prefixes = new ArrayList<>();
  private final List<String> suffixes = new ArrayList<>();
  private final List<Glob> others = new ArrayList<>();

  private Globs() {}

  /** The problem says which glob is not one. */
  @SafeVarargs
  public static Globs of(List<String>... lists) throws WorkspaceProblem {
    Globs globs = new Globs();
    for (List<String> list : lists) {
      for (String glob : list) {
        if (glob.indexOf('\0') >= 0) {
          throw Braces.problem(glob.replace("\0", "\\0"), "has a zero character");
        }
        for (String alternative : Braces.expand(glob)) {
          globs.add(Glob.parse(glob, alternative));
        }
      }
    }
    return globs;
  }

  /** Whether one of the globs matches all of a relative path. */
  public boolean matches(String path) {
    if (everything || paths.contains(path)) {
      return true;
    }
    for (int i = 0; i < suffixes.size(); i++) {
      if (path.endsWith(suffixes.get(i))) {
        return true;
      }
    }
    for (int i = 0; i < prefixes.size(); i++) {
      if (path.startsWith(prefixes.get(i))) {
        return true;
      }
    }
    for (int i = 0; i < others.size(); i++) {
      if (others.get(i).matches(path)) {
        return true;
      }
    }
    return false;
  }

  /** Whether no path can match. */
  public boolean isEmpty() {
    return !everything
        && paths.isEmpty()
        && suffixes.isEmpty()
        && prefixes.isEmpty()
        && others.isEmpty();
  }

  /** Whether a glob is the name of one path. */
  static boolean isLiteral(String glob) {
    return firstSpecial(glob) == glob.length();
  }

  /** The folders, or the whole path, that everything a glob matches begins with. */
  static String literalPrefix(String glob) {
    int special = firstSpecial(glob);
    return special == glob.length()
        ? glob
        : glob.substring(0, Math.max(0, glob.lastIndexOf('/', special)));
  }

  private static int firstSpecial(String glob) {
    int i = 0;
    while (i < glob.length() && "*?[{\\".indexOf(glob.charAt(i)) < 0) {
      i++;
    }
    return i;
  }

  private void add(Glob glob) {
    int size = glob.size();
    int literals = glob.literals();
    int wildcards = 0;
    while (wildcards < size
        && (glob.token(wildcards) == Glob.STAR || glob.token(wildcards) == Glob.FOLDERS)) {
      wildcards++;
    }
    boolean star = wildcards > 0 && glob.token(wildcards - 1) == Glob.STAR;
    if (literals == size) {
      paths.add(glob.text(0, size));
    } else if (star && wildcards == size) {
      everything = true;
    } else if (star && onlyLiterals(glob, wildcards)) {
      suffixes.add(glob.text(wildcards, size));
    } else if (wildcards > 0 && onlyLiterals(glob, wildcards)) {
      String name = glob.text(wildcards, size);
      paths.add(name);
      suffixes.add("/" + name);
    } else if (literals == size - 1 && glob.token(literals) == Glob.STAR) {
      prefixes.add(glob.text(0, literals));
    } else {
      others.add(glob);
    }
  }

  private static boolean onlyLiterals(Glob glob, int from) {
    for (int i = from; i < glob.size(); i++) {
      if (glob.token(i) < 0) {
        return false;
      }
    }
    return true;
  }
}
