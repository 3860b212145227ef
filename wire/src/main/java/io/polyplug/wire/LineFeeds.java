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

  private LineFeeds() {}

  /** The index of the first LF, or -1. */
  static int first(byte[] bytes, int from, int to) {
    int i = from;
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
