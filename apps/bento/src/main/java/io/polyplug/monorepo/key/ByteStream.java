package io.polyplug.monorepo.key;

import io.polyplug.monorepo.hash.Blake3;
import java.nio.charset.StandardCharsets;

/** Writes the records of the contract into a hash. For one thread. */
public final class ByteStream {
  private final Blake3 hash = new Blake3();
  private final byte[] eight = new byte[Long.BYTES];

  void text(String text) {
    hash.update(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A text after its length in bytes. */
  void sized(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    number(bytes.length);
    hash.update(bytes);
  }

  void number(long value) {
    for (int i = 0; i < Long.BYTES; i++) {
      eight[i] = (byte) (value >>> (8 * i));
    }
    hash.update(eight);
  }

  void zero() {
    eight[0] = 0;
    hash.update(eight, 0, 1);
  }

  void bytes(byte[] bytes, int length) {
    hash.update(bytes, 0, length);
  }

  byte[] digest() {
    return hash.digest();
  }
}
