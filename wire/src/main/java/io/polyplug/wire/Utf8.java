package io.polyplug.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** What the wire needs to know about UTF-8. Pure functions. */
final class Utf8 {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Utf8() {}

  /**
   * The length of the well-formed sequence of two to four bytes that begins here, or 0: overlong
   * forms, surrogates and what lies beyond U+10FFFF are not well-formed.
   */
  static int sequence(byte[] bytes, int at, int end) {
    int first = bytes[at] & 0xFF;
    if (first >= 0xC2 && first <= 0xDF) {
      return continues(bytes, at + 1, end, 0x80, 0xBF) ? 2 : 0;
    }
    if (first >= 0xE0 && first <= 0xEF) {
      int low = first == 0xE0 ? 0xA0 : 0x80;
      int high = first == 0xED ? 0x9F : 0xBF;
      return continues(bytes, at + 1, end, low, high) && continues(bytes, at + 2, end, 0x80, 0xBF)
          ? 3
          : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
      int low = first == 0xF0 ? 0x90 : 0x80;
      int high = first == 0xF4 ? 0x8F : 0xBF;
      return continues(bytes, at + 1, end, low, high)
              && continues(bytes, at + 2, end, 0x80, 0xBF)
              && continues(bytes, at + 3, end, 0x80, 0xBF)
          ? 4
          : 0;
    }
    return 0;
  }

  private static boolean continues(byte[] bytes, int at, int end, int low, int high) {
    return at < end && (bytes[at] & 0xFF) >= low && (bytes[at] & 0xFF) <= high;
  }

  static boolean isValid(byte[] bytes, int from, int end) {
    int i = from;
    while (i < end) {
      // Nearly all text is ASCII, and every line is looked at: eight bytes at a time.
      if (i + Long.BYTES <= end && ((long) WORDS.get(bytes, i) & HIGH_BITS) == 0) {
        i += Long.BYTES;
      } else if (bytes[i] >= 0) {
        i++;
      } else {
        int size = sequence(bytes, i, end);
        if (size == 0) {
          return false;
        }
        i += size;
      }
    }
    return true;
  }

  /** The same array if it is well-formed, else a copy with U+FFFD for what is not. */
  static byte[] repair(byte[] bytes) {
    return isValid(bytes, 0, bytes.length)
        ? bytes
        : new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
  }

  static boolean isAscii(byte[] bytes, int from, int length) {
    for (int i = from; i < from + length; i++) {
      if (bytes[i] < 0) {
        return false;
      }
    }
    return true;
  }

  /** JSON text with every character outside of ASCII as an escape; such occur in strings only. */
  static byte[] escapeNonAscii(byte[] bytes, int from, int length) {
    String text = new String(bytes, from, length, StandardCharsets.UTF_8);
    StringBuilder out = new StringBuilder(length + length / 2);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        out.append(c);
      } else {
        String hex = Integer.toHexString(c);
        out.append("\\u").repeat('0', 4 - hex.length()).append(hex);
      }
    }
    return out.toString().getBytes(StandardCharsets.US_ASCII);
  }
}
