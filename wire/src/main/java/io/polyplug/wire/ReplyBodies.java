package io.polyplug.wire;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads the bodies of answers, each up to a limit and all that are being read up to four times of
 * it: many POSTs may be under way, and each may be answered without end. Safe from any thread.
 */
public final class ReplyBodies {
  private static final int FIRST = 4 << 10;
  private static final int AT_ONCE = 4;

  private final int most;
  private final AtomicLong held = new AtomicLong();

  /** With this limit for one. */
  public ReplyBodies(int most) {
    this.most = most;
  }

  /** All of a body; throws if it is too large. */
  public byte[] read(InputStream in) throws IOException {
    byte[] bytes = new byte[Math.min(FIRST, most)];
    int size = 0;
    long counted = 0;
    try {
      while (true) {
        int count = in.read(bytes, size, bytes.length - size);
        if (count < 0) {
          return Arrays.copyOf(bytes, size);
        }
        size += count;
        if (size == bytes.length) {
          if (size == most) {
            return end(in, bytes);
          }
          int larger = (int) Math.min(most, 2L * size);
          counted += larger - size;
          if (held.addAndGet(larger - size) > (long) AT_ONCE * most) {
            throw new IOException("the answers to all POSTs together are too large");
          }
          bytes = Arrays.copyOf(bytes, larger);
        }
      }
    } finally {
      held.addAndGet(-counted);
    }
  }

  private byte[] end(InputStream in, byte[] bytes) throws IOException {
    if (in.read() >= 0) {
      throw new IOException("its answer is larger than the " + most + " bytes allowed");
    }
    return bytes;
  }
}
