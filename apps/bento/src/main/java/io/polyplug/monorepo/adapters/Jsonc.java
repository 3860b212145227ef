package io.polyplug.monorepo.adapters;

import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import org.jspecify.annotations.Nullable;

/** JSON with comments and with commas before closing brackets, as people write it. */
final class Jsonc {
  private Jsonc() {}

  /** The object in the text; null if it is anything else. */
  static @Nullable Json object(String text) {
    try {
      Json value = Json.parse(plain(text));
      return value.kind() == Json.Kind.OBJECT ? value : null;
    } catch (InvalidJson e) {
      return null;
    }
  }

  /** The member on this path of names, each in the object before it; null if there is none. */
  static @Nullable Json member(@Nullable Json object, String... path) {
    Json at = object;
    for (String name : path) {
      if (at == null || at.kind() != Json.Kind.OBJECT) {
        return null;
      }
      at = JsonParts.find(at, name)[0];
    }
    return at;
  }

  /** The text on this path; null if there is none, or a blank one. */
  static @Nullable String text(@Nullable Json object, String... path) {
    Json value = member(object, path);
    String text = value == null ? null : value.stringValue();
    return text == null || text.isBlank() ? null : text.strip();
  }

  private static String plain(String text) {
    StringBuilder out = new StringBuilder(text.length());
    int at = text.startsWith("\uFEFF") ? 1 : 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      int end = at + 1;
      if (c == '"') {
        end = stringEnd(text, at);
        out.append(text, at, end);
      } else if (text.startsWith("//", at)) {
        end = indexOrEnd(text, "\n", at);
      } else if (text.startsWith("/*", at)) {
        end = Math.min(text.length(), indexOrEnd(text, "*/", at + 2) + 2);
      } else {
        if (c == ']' || c == '}') {
          dropTrailingComma(out);
        }
        out.append(c);
      }
      at = end;
    }
    return out.toString();
  }

  private static int stringEnd(String text, int from) {
    int at = from + 1;
    while (at < text.length() && text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return Math.min(text.length(), at + 1);
  }

  private static int indexOrEnd(String text, String what, int from) {
    int found = text.indexOf(what, from);
    return found < 0 ? text.length() : found;
  }

  private static void dropTrailingComma(StringBuilder out) {
    int last = out.length() - 1;
    while (last >= 0 && Character.isWhitespace(out.charAt(last))) {
      last--;
    }
    if (last >= 0 && out.charAt(last) == ',') {
      out.deleteCharAt(last);
    }
  }
}
