package io.polyplug.host.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * On which line each key of a TOML document stands; the parser in use does not tell.
 *
 * <p>Works on documents that the parser has accepted, so it needs no error handling of its own: it
 * only has to tell headers, keys and values apart. Keys inside inline tables and arrays have the
 * line of the key that holds them, and so have keys with a very long path.
 */
final class TomlPositions {
  /** A key and its line. */
  record Place(String key, int line) {}

  /** A document of one long header and many keys would need the product of both. */
  static final int LONGEST_PATH = 256;

  /** What stands for a path that is too long to be kept: no key is called so. */
  private static final String TOO_LONG = "\0";

  private final String text;
  private final Map<String, Integer> lines = new HashMap<>();
  private final Map<String, Integer> tables = new HashMap<>();
  private @Nullable Place repeated;
  private int at;
  private int line = 1;

  private TomlPositions(String text) {
    this.text = text;
  }

  /**
   * The line of each key, by its path as {@link ConfigTable} writes it, for example {@code
   * plugin[0].id}.
   */
  static Map<String, Integer> of(String toml) {
    TomlPositions positions = new TomlPositions(toml);
    positions.scan();
    return positions.lines;
  }

  /** The first key that stands a second time in its table, in a document that may be wrong. */
  static @Nullable Place firstRepeated(String toml) {
    TomlPositions positions = new TomlPositions(toml);
    positions.scan();
    return positions.repeated;
  }

  private void scan() {
    String prefix = "";
    while (skipToToken()) {
      if (text.charAt(at) == '[') {
        prefix = header();
      } else {
        int begun = line;
        List<String> names = path('=');
        implied(prefix, names);
        String key = join(prefix, names);
        boolean again = !key.equals(TOO_LONG) && lines.putIfAbsent(key, begun) != null;
        if (again && repeated == null) {
          repeated = new Place(key, begun);
        }
        at++;
        skipValue();
      }
    }
  }

  /** The tables that a dotted key makes stand where it does. */
  private void implied(String prefix, List<String> names) {
    String path = prefix;
    for (int i = 0; i < names.size() - 1 && !path.equals(TOO_LONG); i++) {
      path = join(path, List.of(names.get(i)));
      lines.putIfAbsent(path, line);
    }
  }

  /** Goes on to the next header or key; false at the end. */
  private boolean skipToToken() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '#') {
        skipComment();
      } else if (Character.isWhitespace(c)) {
        next();
      } else {
        return true;
      }
    }
    return false;
  }

  private String header() {
    boolean array = text.startsWith("[[", at);
    at += array ? 2 : 1;
    List<String> names = path(']');
    at += array ? 2 : 1;
    String last = names.removeLast();
    String path = join(withIndexes("", names), List.of(last));
    if (path.equals(TOO_LONG)) {
      return path;
    }
    if (array) {
      path += "[" + (tables.merge(path, 1, Integer::sum) - 1) + "]";
    }
    lines.putIfAbsent(path, line);
    return path;
  }

  /** Names that are arrays of tables mean their newest element. */
  private String withIndexes(String prefix, List<String> names) {
    String path = prefix;
    for (String name : names) {
      path = join(path, List.of(name));
      Integer count = tables.get(path);
      if (count != null) {
        path += "[" + (count - 1) + "]";
      }
      lines.putIfAbsent(path, line);
    }
    return path;
  }

  /** A dotted key up to the given end, which is not consumed. */
  private List<String> path(char end) {
    List<String> names = new ArrayList<>();
    StringBuilder name = new StringBuilder();
    while (at < text.length() && text.charAt(at) != end) {
      char c = text.charAt(at);
      if (c == '"' || c == '\'') {
        int from = at;
        skipString();
        name.append(text, from + 1, at - 1);
      } else if (c == '.') {
        names.add(name.toString());
        name.setLength(0);
        at++;
      } else {
        if (!Character.isWhitespace(c)) {
          name.append(c);
        }
        next();
      }
    }
    names.add(name.toString());
    return names;
  }

  /** Past the value, to the end of its last line. */
  private void skipValue() {
    int depth = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      switch (c) {
        case '"', '\'' -> skipString();
        case '#' -> skipComment();
        case '[', '{' -> {
          depth++;
          at++;
        }
        case ']', '}' -> {
          depth--;
          at++;
        }
        case '\n' -> {
          next();
          if (depth == 0) {
            return;
          }
        }
        default -> at++;
      }
    }
  }

  private void skipString() {
    char quote = text.charAt(at);
    String triple = String.valueOf(quote).repeat(3);
    boolean multiline = text.startsWith(triple, at);
    String end = multiline ? triple : String.valueOf(quote);
    at += end.length();
    while (at < text.length() && !text.startsWith(end, at)) {
      if (quote == '"' && text.charAt(at) == '\\') {
        next();
      }
      next();
    }
    at = Math.min(at + end.length(), text.length());
    while (multiline && at < text.length() && text.charAt(at) == quote) {
      at++;
    }
  }

  private void skipComment() {
    while (at < text.length() && text.charAt(at) != '\n') {
      at++;
    }
  }

  private void next() {
    if (at < text.length() && text.charAt(at++) == '\n') {
      line++;
    }
  }

  private static String join(String prefix, List<String> names) {
    String path = String.join(".", names);
    if (prefix.equals(TOO_LONG) || prefix.length() + path.length() > LONGEST_PATH) {
      return TOO_LONG;
    }
    return prefix.isEmpty() ? path : prefix + "." + path;
  }
}
