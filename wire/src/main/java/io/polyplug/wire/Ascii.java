package io.polyplug.wire;

import java.nio.charset.StandardCharsets;

/** The fixed parts of envelopes as bytes. */
final class Ascii {
  private Ascii() {}

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static int digits(long value) {
    if (value < 0) {
      return Long.toString(value).length();
    }
    int count = 1;
    for (long rest = value; rest >= 10; rest /= 10) {
      count++;
    }
    return count;
  }

  /** Writes a number that is not negative so that it ends before the index; where it begins. */
  static int putBackwards(long value, byte[] target, int end) {
    int at = end;
    long rest = value;
    do {
      target[--at] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest > 0);
    return at;
  }
}
