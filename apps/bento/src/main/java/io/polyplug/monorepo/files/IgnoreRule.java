package io.polyplug.monorepo.files;

import org.jspecify.annotations.Nullable;

/**
 * One line of an ignore file.
 *
 * @param prefix what a path begins with, before the first wildcard
 * @param pattern the rest; empty if there is no wildcard
 * @param negated whether the line takes back what earlier ones ignore
 * @param folder whether only folders match
 * @param anywhere whether the last name of a path decides, not the whole path
 */
record IgnoreRule(
    String prefix, String pattern, boolean negated, boolean folder, boolean anywhere) {
  /** Null for a line without a rule. */
  static @Nullable IgnoreRule parse(String line) {
    if (line.isEmpty() || line.charAt(0) == '#') {
      return null;
    }
    int from = line.charAt(0) == '!' ? 1 : 0;
    int to = withoutSpaces(line);
    boolean folder = to > from && line.charAt(to - 1) == '/';
    if (folder) {
      to--;
    }
    if (to <= from) {
      return null;
    }
    boolean anywhere = line.substring(from, to).indexOf('/') < 0;
    int start = line.charAt(from) == '/' ? from + 1 : from;
    int wildcard = start;
    while (wildcard < to && "*?[\\".indexOf(line.charAt(wildcard)) < 0) {
      wildcard++;
    }
    return new IgnoreRule(
        line.substring(start, wildcard), line.substring(wildcard, to), from == 1, folder, anywhere);
  }

  /** Whether it is about a path, given relative to the folder of the file. */
  boolean matches(String path, int name, boolean isFolder) {
    if (folder && !isFolder) {
      return false;
    }
    int from = anywhere ? name : 0;
    if (!path.startsWith(prefix, from)) {
      return false;
    }
    int rest = from + prefix.length();
    if (pattern.isEmpty()) {
      return rest == path.length();
    }
    return Wildmatch.matches(pattern, path.substring(rest));
  }

  /** Where the line ends when spaces at its end do not count, unless one is escaped. */
  private static int withoutSpaces(String line) {
    int end = 0;
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) == '\\') {
        i++;
        end = Math.min(i + 1, line.length());
      } else if (line.charAt(i) != ' ') {
        end = i + 1;
      }
    }
    return end;
  }
}
