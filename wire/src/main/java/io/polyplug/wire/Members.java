package io.polyplug.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The members of an envelope that mean something, each as the text of its last occurrence. */
final class Members {
  private static final byte[] JSONRPC = Ascii.bytes("jsonrpc");
  private static final byte[] ID = Ascii.bytes("id");
  private static final byte[] METHOD = Ascii.bytes("method");
  private static final byte[] PARAMS = Ascii.bytes("params");
  private static final byte[] RESULT = Ascii.bytes("result");
  private static final byte[] ERROR = Ascii.bytes("error");

  /** How nearly every message begins. */
  private static final byte[] USUAL = Ascii.bytes("{\"jsonrpc\":\"2.0\",");

  private static final Json VERSION = Json.string("2.0");

  @Nullable Json jsonrpc;
  @Nullable Json id;
  @Nullable Json method;
  @Nullable Json params;
  @Nullable Json result;
  @Nullable Json error;

  /** Walks over the object that begins here and is all of the text; false if it is not JSON. */
  boolean read(byte[] body, JsonScanner scanner, int start) {
    if (Arrays.mismatch(
            body, start, Math.min(body.length, start + USUAL.length), USUAL, 0, USUAL.length)
        < 0) {
      jsonrpc = VERSION;
      return walk(body, scanner, scanner.skipBlanks(start + USUAL.length), this::keep);
    }
    return walkAll(body, scanner, start, this::keep);
  }

  /** What is called for each member. */
  private interface Visitor {
    void member(byte[] body, int nameFrom, int nameTo, Json value);
  }

  private static boolean walkAll(byte[] body, JsonScanner scanner, int start, Visitor visitor) {
    int first = scanner.skipBlanks(start + 1);
    boolean empty = first < body.length && body[first] == '}';
    return empty ? isLast(body, scanner, first) : walk(body, scanner, first, visitor);
  }

  /** From a place where a member must begin. */
  private static boolean walk(byte[] body, JsonScanner scanner, int first, Visitor visitor) {
    int i = first;
    boolean more = true;
    while (more) {
      int name = i;
      if (i >= body.length || body[i] != '"') {
        scanner.fail("a member name is expected", i);
        return false;
      }
      int nameEnd = scanner.string(i);
      if (nameEnd < 0) {
        return false;
      }
      boolean plain = scanner.lastStringWasPlain();
      int value = scanner.afterColon(nameEnd);
      int valueEnd = value < 0 ? value : scanner.value(value, 1);
      if (valueEnd < 0) {
        return false;
      }
      Json text = Json.slice(body, value, valueEnd);
      if (plain) {
        visitor.member(body, name + 1, nameEnd - 1, text);
      } else {
        byte[] decoded = decoded(body, name, nameEnd);
        visitor.member(decoded, 0, decoded.length, text);
      }
      i = scanner.skipBlanks(valueEnd);
      more = i >= body.length || body[i] != '}';
      if (more) {
        i = scanner.afterComma(i, "',' or '}' is expected");
        if (i < 0) {
          return false;
        }
      }
    }
    return isLast(body, scanner, i);
  }

  private static boolean isLast(byte[] body, JsonScanner scanner, int at) {
    int rest = scanner.skipBlanks(at + 1);
    if (rest < body.length) {
      scanner.fail("more text after the value", rest);
      return false;
    }
    return true;
  }

  private static byte[] decoded(byte[] body, int from, int to) {
    String name = Json.slice(body, from, to).stringValue();
    return name == null ? new byte[0] : name.getBytes(StandardCharsets.UTF_8);
  }

  private void keep(byte[] body, int from, int to, Json value) {
    switch (to - from) {
      case 2 -> {
        if (is(ID, body, from)) {
          id = value;
        }
      }
      case 5 -> {
        if (is(ERROR, body, from)) {
          error = value;
        }
      }
      case 6 -> {
        if (is(METHOD, body, from)) {
          method = value;
        } else if (is(PARAMS, body, from)) {
          params = value;
        } else if (is(RESULT, body, from)) {
          result = value;
        }
      }
      case 7 -> {
        if (is(JSONRPC, body, from)) {
          jsonrpc = value;
        }
      }
      default -> {}
    }
  }

  private static boolean is(byte[] name, byte[] body, int from) {
    for (int i = 0; i < name.length; i++) {
      if (body[from + i] != name[i]) {
        return false;
      }
    }
    return true;
  }

  /** One member of an object that is known to be JSON; null if it has none of that name. */
  static @Nullable Json find(Json object, String name) {
    if (object.kind() != Json.Kind.OBJECT) {
      return null;
    }
    byte[] body = object.toByteArray();
    byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
    @Nullable Json[] found = new Json[1];
    var _ =
        walkAll(
            body,
            new JsonScanner(body, 0, body.length),
            0,
            (bytes, from, to, value) -> {
              if (to - from == wanted.length && is(wanted, bytes, from)) {
                found[0] = value;
              }
            });
    return found[0];
  }
}
