package io.polyplug.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes a value apart one level deep: each part is the text that it was, bound later or never. For
 * readers that check types by hand; of members with the same name the last counts. Pure functions.
 */
public final class JsonParts {
  private JsonParts() {}

  /** The members of an object by name, in the order in which each name first came. */
  public static Map<String, Json> members(Json object) {
    expect(object, Json.Kind.OBJECT);
    Map<String, Json> members = new LinkedHashMap<>();
    Walk walk = new Walk(object);
    while (walk.more('}')) {
      String name = Objects.requireNonNull(walk.value().stringValue());
      walk.step(':');
      members.put(name, walk.value());
    }
    return members;
  }

  /**
   * Some members of an object, in the order asked for; null where there is none. For names of plain
   * ASCII it makes nothing but the result, which is what a stream of small messages needs.
   */
  public static @Nullable Json[] find(Json object, String... names) {
    expect(object, Json.Kind.OBJECT);
    return find(new Walk(object), names);
  }

  /**
   * As {@link #find}, for the object that is the only element of an array; null if the array holds
   * anything else.
   */
  public static @Nullable Json @Nullable [] findInOnly(Json array, String... names) {
    expect(array, Json.Kind.ARRAY);
    Walk walk = new Walk(array);
    if (!walk.more(']') || !walk.isAt('{')) {
      return null;
    }
    @Nullable Json[] found = find(walk, names);
    walk.step('}');
    return walk.more(']') ? null : found;
  }

  private static @Nullable Json[] find(Walk walk, String... names) {
    @Nullable Json[] found = new @Nullable Json[names.length];
    while (walk.more('}')) {
      Json name = walk.value();
      walk.step(':');
      Json value = walk.value();
      boolean plain = isPlain(name);
      for (int i = 0; i < names.length; i++) {
        if (plain ? isString(name, names[i]) : names[i].equals(name.stringValue())) {
          found[i] = value;
        }
      }
    }
    return found;
  }

  /** Whether its bytes are its characters. */
  private static boolean isPlain(Json string) {
    byte[] bytes = string.array();
    int end = string.offset() + string.length() - 1;
    for (int i = string.offset() + 1; i < end; i++) {
      if (bytes[i] == '\\' || bytes[i] < 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isString(Json plain, String expected) {
    int length = plain.length() - 2;
    if (length != expected.length()) {
      return false;
    }
    byte[] bytes = plain.array();
    int from = plain.offset() + 1;
    for (int i = 0; i < length; i++) {
      if (bytes[from + i] != expected.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** The elements of an array, in order. */
  public static List<Json> elements(Json array) {
    expect(array, Json.Kind.ARRAY);
    List<Json> elements = new ArrayList<>();
    Walk walk = new Walk(array);
    while (walk.more(']')) {
      elements.add(walk.value());
    }
    return elements;
  }

  private static void expect(Json value, Json.Kind kind) {
    if (value.kind() != kind) {
      throw new IllegalArgumentException("expected " + kind + ", found " + value.kind());
    }
  }

  /** Goes over the tokens of a value that is known to be JSON. */
  private static final class Walk {
    private final byte[] bytes;
    private final JsonScanner scanner;
    private int at;

    Walk(Json whole) {
      bytes = whole.array();
      scanner = new JsonScanner(bytes, whole.offset(), whole.offset() + whole.length());
      at = whole.offset();
    }

    /** Whether another part follows: steps over the opening or the comma before it. */
    boolean more(char close) {
      at = scanner.skipBlanks(at);
      if (bytes[at] == close) {
        return false;
      }
      at = scanner.skipBlanks(at + 1);
      return bytes[at] != close;
    }

    boolean isAt(char expected) {
      return bytes[at] == expected;
    }

    void step(char expected) {
      at = scanner.skipBlanks(at);
      if (bytes[at] != expected) {
        throw new IllegalStateException("expected '" + expected + "' in what was taken for JSON");
      }
      at++;
    }

    Json value() {
      int from = scanner.skipBlanks(at);
      at = scanner.value(from, 0);
      if (at < 0) {
        throw scanner.failure();
      }
      return Json.slice(bytes, from, at);
    }
  }
}
