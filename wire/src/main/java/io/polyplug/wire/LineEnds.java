package io.polyplug.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Looks for LF or CR eight bytes at a time, as {@link LineFeeds} does for LF. */
final class LineEnds {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long FEEDS = '\n' * ONES;
  private static final long RETURNS = '\r' * ONES;

  private LineEnds() {}

  /** The index of the first of either, or -1. */
  static int first(byte[] bytes, int from, int to) {
    int i = from;
    for (; i + Long.BYTES <= to; i += Long.BYTES) {
      long word = (long) WORDS.get(bytes, i);
      long feed = word ^ FEEDS;
      long turn = word ^ RETURNS;
      // The lowest bit that is set is always right, and only that one is used.
      long hit = (((feed - ONES) & ~feed) | ((turn - ONES) & ~turn)) & HIGH_BITS;
      if (hit != 0) {
        return i + (Long.numberOfTrailingZeros(hit) >>> 3);
      }
    }
    for (; i < to; i++) {
      if (bytes[i] == '\n' || bytes[i] == '\r') {
        return i;
      }
    }
    return -1;
  }
}
