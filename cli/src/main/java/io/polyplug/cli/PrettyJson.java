package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.wire.Json;

/**
 * Spreads JSON over lines for people. Works on the text, so that every number and every escape
 * stays as the plugin wrote it; characters that could harm a terminal are escaped, which in JSON
 * changes nothing but their spelling.
 */
final class PrettyJson {
  private PrettyJson() {}

  /** On one line, and just as harmless. */
  static String line(Json json) {
    String text = json.compact().toString();
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '"') {
        int end = endOfString(text, i);
        out.append(escape(text.substring(i, end)));
        i = end - 1;
      } else {
        out.append(text.charAt(i));
      }
    }
    return out.toString();
  }

  static String of(Json json) {
    String text = json.toString();
    StringBuilder out = new StringBuilder(text.length() * 2);
    int depth = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> {
          int end = endOfString(text, i);
          out.append(escape(text.substring(i, end)));
          i = end - 1;
        }
        case '{', '[' -> {
          out.append(c);
          int next = skipBlanks(text, i + 1);
          if (text.charAt(next) == '}' || text.charAt(next) == ']') {
            out.append(text.charAt(next));
            i = next;
          } else {
            newLine(out, ++depth);
          }
        }
        case '}', ']' -> {
          newLine(out, --depth);
          out.append(c);
        }
        case ',' -> {
          out.append(c);
          newLine(out, depth);
        }
        case ':' -> out.append(": ");
        case ' ', '\t', '\n', '\r' -> {}
        default -> out.append(c);
      }
    }
    return out.toString();
  }

  /** {@code \\u{…}} is our notation for people, not JSON's: such characters become two escapes. */
  private static String escape(String string) {
    StringBuilder out = new StringBuilder(string.length());
    string
        .codePoints()
        .forEach(
            c -> {
              String shown = UntrustedText.escape(Character.toString(c));
              if (shown.startsWith("\\u{")) {
                for (char half : Character.toChars(c)) {
                  out.append("\\u%04x".formatted((int) half));
                }
              } else {
                out.append(shown);
              }
            });
    return out.toString();
  }

  private static int endOfString(String text, int start) {
    int i = start + 1;
    while (text.charAt(i) != '"') {
      i += text.charAt(i) == '\\' ? 2 : 1;
    }
    return i + 1;
  }

  private static int skipBlanks(String text, int from) {
    int i = from;
    while (Character.isWhitespace(text.charAt(i))) {
      i++;
    }
    return i;
  }

  private static void newLine(StringBuilder out, int depth) {
    out.append('\n').repeat(' ', 2 * depth);
  }
}
