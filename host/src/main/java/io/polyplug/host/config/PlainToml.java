package io.polyplug.host.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads TOML as most people write it: tables, plain keys, texts on one line without escapes, true
 * and false, whole numbers, lists of these. It gives up on everything else, mistakes included, for
 * the real parser to judge; so what it accepts means the same there.
 *
 * <p>It exists because the real parser takes longer to load than to read a thousand small files.
 */
final class PlainToml {
  private static final int MAX_DIGITS = 18;

  /** Longer or deeper ones are for the real parser to bound. */
  private static final int MAX_KEY = 256;

  private static final int MAX_DEPTH = 16;

  /** Something is not plain; without a trace, because nobody sees it. */
  private static final class NotPlain extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotPlain() {
      super(null, null, false, false);
    }
  }

  private final String text;
  private final Map<String, Object> top = new LinkedHashMap<>();
  private int at;

  private PlainToml(String text) {
    this.text = text;
  }

  /** The document; null if it is not plain. */
  static @Nullable Map<String, Object> read(String toml) {
    PlainToml reader = new PlainToml(toml);
    try {
      reader.document();
      return reader.top;
    } catch (NotPlain e) {
      return null;
    }
  }

  private void document() {
    Map<String, Object> table = top;
    skipLines();
    while (at < text.length()) {
      if (text.charAt(at) == '[') {
        at++;
        table = header();
      } else {
        String key = key();
        skipBlanks();
        step('=');
        skipBlanks();
        put(table, key, value());
      }
      endLine();
      skipLines();
    }
  }

  private Map<String, Object> header() {
    Map<String, Object> table = top;
    String key = key();
    int depth = 1;
    while (peek() == '.') {
      if (++depth > MAX_DEPTH) {
        throw new NotPlain();
      }
      at++;
      table = inner(table, key);
      key = key();
    }
    step(']');
    Map<String, Object> made = new LinkedHashMap<>();
    put(table, key, made);
    return made;
  }

  /** What {@link #put} makes of headers has texts for keys. */
  @SuppressWarnings("unchecked")
  private static Map<String, Object> inner(Map<String, Object> table, String key) {
    Object found = table.get(key);
    if (found == null) {
      Map<String, Object> made = new LinkedHashMap<>();
      table.put(key, made);
      return made;
    }
    if (!(found instanceof Map<?, ?> map)) {
      throw new NotPlain();
    }
    return (Map<String, Object>) map;
  }

  private static void put(Map<String, Object> table, String key, Object value) {
    if (table.putIfAbsent(key, value) != null) {
      throw new NotPlain();
    }
  }

  private String key() {
    int from = at;
    while (at < text.length() && isKey(text.charAt(at))) {
      at++;
    }
    if (at == from || at - from > MAX_KEY) {
      throw new NotPlain();
    }
    return text.substring(from, at);
  }

  private static boolean isKey(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-';
  }

  private Object value() {
    char c = peek();
    if (c == '"' || c == '\'') {
      return string(c);
    }
    if (c == '[') {
      return list();
    }
    if (c >= '0' && c <= '9') {
      return number();
    }
    String word = key();
    return switch (word) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new NotPlain();
    };
  }

  private String string(char quote) {
    int from = ++at;
    while (peek() != quote) {
      char c = text.charAt(at++);
      if (isControl(c) || (c == '\\' && quote == '"')) {
        throw new NotPlain();
      }
    }
    String content = text.substring(from, at++);
    if (content.isEmpty() && at < text.length() && text.charAt(at) == quote) {
      throw new NotPlain();
    }
    return content;
  }

  private List<Object> list() {
    List<Object> list = new ArrayList<>();
    at++;
    skipLines();
    while (peek() != ']') {
      // A list within a list is for the real parser, which bounds the depth.
      if (peek() == '[') {
        throw new NotPlain();
      }
      list.add(value());
      skipLines();
      if (peek() == ',') {
        at++;
        skipLines();
      } else if (peek() != ']') {
        throw new NotPlain();
      }
    }
    at++;
    return list;
  }

  private TomlTree.Other number() {
    String digits = key();
    boolean leadingZero = digits.length() > 1 && digits.charAt(0) == '0';
    if (leadingZero || digits.length() > MAX_DIGITS) {
      throw new NotPlain();
    }
    for (int i = 0; i < digits.length(); i++) {
      if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
        throw new NotPlain();
      }
    }
    return new TomlTree.Other(digits);
  }

  /** Past blanks, comments and the ends of lines. */
  private void skipLines() {
    skipBlanksAndComment();
    while (at < text.length() && text.charAt(at) == '\n') {
      at++;
      skipBlanksAndComment();
    }
  }

  /** Nothing but a comment may follow on a line. */
  private void endLine() {
    skipBlanksAndComment();
    if (at < text.length() && text.charAt(at) != '\n') {
      throw new NotPlain();
    }
  }

  private void skipBlanksAndComment() {
    skipBlanks();
    if (at < text.length() && text.charAt(at) == '#') {
      while (at < text.length() && text.charAt(at) != '\n') {
        if (isControl(text.charAt(at++))) {
          throw new NotPlain();
        }
      }
    }
  }

  private void skipBlanks() {
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
  }

  private static boolean isControl(char c) {
    return (c < ' ' && c != '\t') || c == 0x7F;
  }

  private char peek() {
    if (at >= text.length()) {
      throw new NotPlain();
    }
    return text.charAt(at);
  }

  private void step(char expected) {
    if (peek() != expected) {
      throw new NotPlain();
    }
    at++;
  }
}
