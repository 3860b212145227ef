package io.polyplug.conformance.proof.hostile;

/**
 * Finds a member of a JSON object without a parser, which would be most of what a start of the
 * program takes. Only for what a host writes: compact, and right.
 */
final class TopMember {
  private final String text;
  private int at = 1;

  private TopMember(String text) {
    this.text = text;
  }

  /** The value as it stands there; empty if there is none. */
  static String of(String object, String name) {
    return new TopMember(object).find(name);
  }

  private String find(String name) {
    while (at < text.length() && text.charAt(at) == '"') {
      String key = value();
      at++;
      String value = value();
      at++;
      if (key.length() == name.length() + 2 && key.startsWith(name, 1)) {
        return value;
      }
    }
    return "";
  }

  /** Steps over one value. */
  private String value() {
    int from = at;
    int depth = 0;
    boolean quoted = false;
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (quoted) {
        if (c == '\\') {
          at++;
        } else if (c == '"') {
          quoted = false;
        }
      } else if (c == '"') {
        quoted = true;
      } else if (c == '{' || c == '[') {
        depth++;
      } else if (depth > 0 && (c == '}' || c == ']')) {
        depth--;
      } else if (depth == 0 && (c == ',' || c == ':' || c == '}' || c == ']')) {
        break;
      }
    }
    return text.substring(from, at);
  }
}
