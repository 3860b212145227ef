package io.polyplug.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Finds where JSON values end, and checks every byte on the way (RFC 8259, UTF-8, bounded depth),
 * without making anything of them: a frame's payload is looked at once and bound later, if at all.
 * Written by hand because the streaming parser's set-up alone costs more than a small envelope.
 *
 * <p>Positions are indexes into the array; a negative result means that {@link #failure()} says
 * why. Owned by one thread.
 */
final class JsonScanner {
  static final int FAILED = -1;

  /** Four words at once: they do not wait for each other. */
  private static final int BLOCK = 4 * Long.BYTES;

  private static final int SHORT = 2 * Long.BYTES;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long QUOTES = '"' * ONES;
  private static final long BACKSLASHES = '\\' * ONES;
  private static final long BLANKS = ' ' * ONES;

  private final byte[] bytes;
  private final int from;
  private final int end;
  private @Nullable String problem;
  private int problemAt;
  private boolean plain;
  private boolean tooDeep;

  JsonScanner(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.from = from;
    this.end = end;
  }

  InvalidJson failure() {
    return new InvalidJson(problem == null ? "unknown problem" : problem, problemAt - from);
  }

  /** Whether the last string had neither escapes nor anything but ASCII. */
  boolean lastStringWasPlain() {
    return plain;
  }

  int fail(String what, int at) {
    problem = what;
    problemAt = at;
    return FAILED;
  }

  private int failTooDeep(int at) {
    tooDeep = true;
    return fail("nesting deeper than " + Json.MAX_DEPTH, at);
  }

  /** Whether it failed only because of a limit that JSON does not have. */
  boolean isTooDeep() {
    return tooDeep;
  }

  int skipBlanks(int at) {
    int i = at;
    while (i < end && isBlank(bytes[i])) {
      i++;
    }
    return i;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  /** The end of the value at this place, after which only white space may follow. */
  int onlyValue(int at) {
    int valueEnd = value(at, 0);
    if (valueEnd < 0) {
      return FAILED;
    }
    int rest = skipBlanks(valueEnd);
    return rest == end ? valueEnd : fail("more text after the value", rest);
  }

  /** The end of the value that begins exactly here, inside of so many others. */
  int value(int at, int depth) {
    if (at >= end) {
      return fail("the text ends where a value is expected", at);
    }
    return switch (bytes[at]) {
      case '{' -> object(at, depth + 1);
      case '[' -> array(at, depth + 1);
      case '"' -> string(at);
      case 't' -> literal(at, "true");
      case 'f' -> literal(at, "false");
      case 'n' -> literal(at, "null");
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number(at);
      default -> fail("a value is expected", at);
    };
  }

  private int object(int at, int depth) {
    if (depth > Json.MAX_DEPTH) {
      return failTooDeep(at);
    }
    int i = skipBlanks(at + 1);
    if (i < end && bytes[i] == '}') {
      return i + 1;
    }
    while (true) {
      i = afterName(i);
      if (i < 0) {
        return FAILED;
      }
      i = value(i, depth);
      if (i < 0) {
        return FAILED;
      }
      i = skipBlanks(i);
      if (i < end && bytes[i] == '}') {
        return i + 1;
      }
      i = afterComma(i, "',' or '}' is expected");
      if (i < 0) {
        return FAILED;
      }
    }
  }

  /** From a member's name to its value. */
  int afterName(int at) {
    if (at >= end || bytes[at] != '"') {
      return fail("a member name is expected", at);
    }
    int i = string(at);
    if (i < 0) {
      return FAILED;
    }
    return afterColon(i);
  }

  int afterColon(int at) {
    int i = skipBlanks(at);
    return i < end && bytes[i] == ':' ? skipBlanks(i + 1) : fail("':' is expected", i);
  }

  int afterComma(int at, String what) {
    return at < end && bytes[at] == ',' ? skipBlanks(at + 1) : fail(what, at);
  }

  private int array(int at, int depth) {
    if (depth > Json.MAX_DEPTH) {
      return failTooDeep(at);
    }
    int i = skipBlanks(at + 1);
    if (i < end && bytes[i] == ']') {
      return i + 1;
    }
    while (true) {
      i = value(i, depth);
      if (i < 0) {
        return FAILED;
      }
      i = skipBlanks(i);
      if (i < end && bytes[i] == ']') {
        return i + 1;
      }
      i = afterComma(i, "',' or ']' is expected");
      if (i < 0) {
        return FAILED;
      }
    }
  }

  /** The index after the closing quote of the string that opens here. */
  int string(int at) {
    plain = true;
    int i = skipPlain(at + 1);
    while (i < end) {
      byte b = bytes[i];
      if (b == '"') {
        return i + 1;
      }
      if (b >= 0x20 && b != '\\') {
        i = skipPlain(i + 1);
      } else {
        plain = false;
        i = b == '\\' ? escape(i) : b < 0 ? multiByte(i) : fail("a raw control character", i);
        if (i < 0) {
          return FAILED;
        }
      }
    }
    return fail("the text ends inside a string", end);
  }

  /** Passes over eight bytes at a time that mean nothing; may stop early, never late. */
  private int skipPlain(int at) {
    int i = at;
    // Most strings are names and end soon: only a long one is worth a look at a whole block.
    for (int first = Math.min(end, at + SHORT); i + Long.BYTES <= first; i += Long.BYTES) {
      if ((special((long) WORDS.get(bytes, i)) & HIGH_BITS) != 0) {
        return i;
      }
    }
    for (; i + BLOCK <= end; i += BLOCK) {
      long any =
          special((long) WORDS.get(bytes, i))
              | special((long) WORDS.get(bytes, i + 8))
              | special((long) WORDS.get(bytes, i + 16))
              | special((long) WORDS.get(bytes, i + 24));
      if ((any & HIGH_BITS) != 0) {
        break;
      }
    }
    for (; i + Long.BYTES <= end; i += Long.BYTES) {
      if ((special((long) WORDS.get(bytes, i)) & HIGH_BITS) != 0) {
        break;
      }
    }
    return i;
  }

  /** The high bit of a byte is set where it is below a blank, a quote, a backslash or not ASCII. */
  private static long special(long word) {
    long quote = word ^ QUOTES;
    long backslash = word ^ BACKSLASHES;
    return (word - BLANKS) | word | ((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash);
  }

  private int escape(int at) {
    if (at + 1 >= end) {
      return fail("the text ends inside a string", end);
    }
    return switch (bytes[at + 1]) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at + 2;
      case 'u' -> hex(at + 2) ? at + 6 : fail("an escape that is not \\u and four digits", at);
      default -> fail("an unknown escape", at);
    };
  }

  private boolean hex(int at) {
    if (at + 4 > end) {
      return false;
    }
    for (int i = at; i < at + 4; i++) {
      if (Character.digit(bytes[i], 16) < 0) {
        return false;
      }
    }
    return true;
  }

  private int multiByte(int at) {
    int size = Utf8.sequence(bytes, at, end);
    return size > 0 ? at + size : fail("bytes that are not UTF-8", at);
  }

  private int literal(int at, String word) {
    for (int i = 0; i < word.length(); i++) {
      if (at + i >= end || bytes[at + i] != word.charAt(i)) {
        return fail("a value is expected", at);
      }
    }
    return at + word.length();
  }

  private int number(int at) {
    int i = bytes[at] == '-' ? at + 1 : at;
    int whole = digits(i);
    if (whole == i || (bytes[i] == '0' && whole > i + 1)) {
      return fail("a number is expected", at);
    }
    i = whole;
    if (i < end && bytes[i] == '.') {
      int fraction = digits(i + 1);
      if (fraction == i + 1) {
        return fail("digits are expected after '.'", fraction);
      }
      i = fraction;
    }
    return i < end && (bytes[i] == 'e' || bytes[i] == 'E') ? exponent(i + 1) : i;
  }

  private int exponent(int at) {
    int i = at < end && (bytes[at] == '+' || bytes[at] == '-') ? at + 1 : at;
    int after = digits(i);
    return after == i ? fail("digits are expected in the exponent", i) : after;
  }

  private int digits(int at) {
    int i = at;
    while (i < end && bytes[i] >= '0' && bytes[i] <= '9') {
      i++;
    }
    return i;
  }
}
