package io.polyplug.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Looks for LF eight bytes at a time: finding the end of a frame must cost less than copying it.
 */
final class LineFeeds {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long FEEDS = '\n' * ONES;

  /** Four words at once: they do not wait for each other. */
  private static final int BLOCK = 4 * Long.BYTES;

  private long seen;

  /** The high bit of a byte is set where it is LF, and may be in bytes behind one. */
  private static long hits(long word) {
    long other = word ^ FEEDS;
    return (other - ONES) & ~other;
  }

  /** Forgets which bytes were looked at. */
  void reset() {
    seen = 0;
  }

  /** Whether all bytes that were looked at are ASCII; may say no because of bytes behind the LF. */
  boolean sawOnlyAscii() {
    return (seen & HIGH_BITS) == 0;
  }

  /** As {@link #first}, and looks at the bytes on the way: it has them in its hands anyway. */
  int next(byte[] bytes, int from, int to) {
    int i = from;
    for (; i + BLOCK <= to; i += BLOCK) {
      long a = (long) WORDS.get(bytes, i);
      long b = (long) WORDS.get(bytes, i + 8);
      long c = (long) WORDS.get(bytes, i + 16);
      long d = (long) WORDS.get(bytes, i + 24);
      if (((hits(a) | hits(b) | hits(c) | hits(d)) & HIGH_BITS) != 0) {
        break;
      }
      seen |= a | b | c | d;
    }
    for (; i + Long.BYTES <= to; i += Long.BYTES) {
      long word = (long) WORDS.get(bytes, i);
      seen |= word;
      long other = word ^ FEEDS;
      long hit = (other - ONES) & ~other & HIGH_BITS;
      if (hit != 0) {
        return i + (Long.numberOfTrailingZeros(hit) >>> 3);
      }
    }
    for (; i < to; i++) {
      seen |= bytes[i];
      if (bytes[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  /** The index of the first LF, or -1. */
  static int first(byte[] bytes, int from, int to) {
    int i = from;
    for (; i + BLOCK <= to; i += BLOCK) {
      long any =
          hits((long) WORDS.get(bytes, i))
              | hits((long) WORDS.get(bytes, i + 8))
              | hits((long) WORDS.get(bytes, i + 16))
              | hits((long) WORDS.get(bytes, i + 24));
      if ((any & HIGH_BITS) != 0) {
        break;
      }
    }
    for (; i + Long.BYTES <= to; i += Long.BYTES) {
      long word = (long) WORDS.get(bytes, i) ^ FEEDS;
      long hit = (word - ONES) & ~word & HIGH_BITS;
      if (hit != 0) {
        return i + (Long.numberOfTrailingZeros(hit) >>> 3);
      }
    }
    for (; i < to; i++) {
      if (bytes[i] == '\n') {
        return i;
      }
    }
    return -1;
  }
}
