package io.polyplug.monorepo.key;

import java.util.List;

/**
 * A quick 128-bit digest of values of this machine. Nobody gains by making two of them equal: who
 * can write into a workspace can do more than that. For one thread.
 */
public final class Mix {
  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;

  private long low;
  private long high;

  public void add(long value) {
    low ^= Long.rotateLeft(value * C1, 31) * C2;
    low = (Long.rotateLeft(low, 27) + high) * 5 + 0x52dce729L;
    high ^= Long.rotateLeft(value * C2, 33) * C1;
    high = (Long.rotateLeft(high, 31) + low) * 5 + 0x38495ab5L;
  }

  public void add(String text) {
    int length = text.length();
    add(length);
    int i = 0;
    for (; i + 4 <= length; i += 4) {
      add(
          text.charAt(i)
              | (long) text.charAt(i + 1) << 16
              | (long) text.charAt(i + 2) << 32
              | (long) text.charAt(i + 3) << 48);
    }
    for (; i < length; i++) {
      add(text.charAt(i));
    }
  }

  public void add(List<String> texts) {
    add(texts.size());
    for (int i = 0; i < texts.size(); i++) {
      add(texts.get(i));
    }
  }

  public void add(Digest digest) {
    add(digest.low());
    add(digest.high());
  }

  public Digest digest() {
    long first = scramble(low + high);
    return new Digest(first, scramble(high + Long.rotateLeft(first, 17)));
  }

  private static long scramble(long value) {
    long k = value;
    k = (k ^ (k >>> 33)) * 0xff51afd7ed558ccdL;
    k = (k ^ (k >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return k ^ (k >>> 33);
  }

  /** The result. */
  public record Digest(long low, long high) {}
}
