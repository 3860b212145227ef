package io.polyplug.monorepo.hash;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * BLAKE3 with 256 bits and without a key, fed piece by piece. For one thread at a time; {@link
 * #digest} makes it ready for the next input.
 */
public final class Blake3 {
  /** The length of a digest. */
  public static final int BYTES = 32;

  private static final int BLOCK = 64;
  private static final int BLOCK_WORDS = 16;
  private static final int CHUNK = 1024;
  private static final int WORDS = 8;
  // Enough for 2^54 chunks, more than a long can count bytes of.
  private static final int DEEPEST = 54;

  private final byte[] buffer = new byte[CHUNK];
  private final IntBuffer bufferWords = words(buffer, 0, CHUNK);
  private final int[] message = new int[CHUNK / Integer.BYTES];
  // One chaining value for every complete subtree, the chunk's own on top of them.
  private final int[] stack = new int[(DEEPEST + 1) * WORDS];
  private int subtrees;
  private int buffered;
  private long chunks;

  /** The digest of one array. */
  public static byte[] of(byte[] input) {
    Blake3 hash = new Blake3();
    hash.update(input, 0, input.length);
    return hash.digest();
  }

  public void update(byte[] input) {
    update(input, 0, input.length);
  }

  public void update(byte[] input, int offset, int length) {
    int at = offset;
    int left = length;
    if (buffered > 0) {
      int taken = Math.min(CHUNK - buffered, left);
      System.arraycopy(input, at, buffer, buffered, taken);
      buffered += taken;
      at += taken;
      left -= taken;
      if (left == 0) {
        return;
      }
      bufferWords.get(0, message);
      addChunk();
      buffered = 0;
    }
    // The last chunk waits, full or not: whether it is the root is known only at the end.
    if (left > CHUNK) {
      IntBuffer inputWords = words(input, at, left);
      int position = 0;
      while (left > CHUNK) {
        inputWords.get(position, message);
        addChunk();
        position += message.length;
        at += CHUNK;
        left -= CHUNK;
      }
    }
    System.arraycopy(input, at, buffer, 0, left);
    buffered = left;
  }

  /** The digest of all that came since the last one. */
  public byte[] digest() {
    int top = subtrees * WORDS;
    lastChunk(top);
    for (int depth = subtrees - 1; depth >= 0; depth--) {
      merge(depth * WORDS, depth == 0 ? Compression.ROOT : 0);
    }
    byte[] digest = new byte[BYTES];
    ByteBuffer.wrap(digest).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().put(stack, 0, WORDS);
    subtrees = 0;
    buffered = 0;
    chunks = 0;
    return digest;
  }

  /** Bytes in lower-case hexadecimal digits. */
  public static String hex(byte[] bytes) {
    byte[] digits = new byte[bytes.length * 2];
    for (int i = 0; i < bytes.length; i++) {
      digits[2 * i] = (byte) Character.forDigit((bytes[i] >> 4) & 15, 16);
      digits[2 * i + 1] = (byte) Character.forDigit(bytes[i] & 15, 16);
    }
    return new String(digits, StandardCharsets.ISO_8859_1);
  }

  private void addChunk() {
    int top = subtrees * WORDS;
    start(top);
    int last = CHUNK / BLOCK - 1;
    for (int block = 0; block <= last; block++) {
      int flags =
          (block == 0 ? Compression.CHUNK_START : 0) | (block == last ? Compression.CHUNK_END : 0);
      Compression.compress(stack, top, message, block * BLOCK_WORDS, chunks, BLOCK, flags);
    }
    subtrees++;
    chunks++;
    for (long complete = chunks; (complete & 1) == 0; complete >>>= 1) {
      subtrees--;
      merge((subtrees - 1) * WORDS, 0);
    }
  }

  private void lastChunk(int top) {
    Arrays.fill(buffer, buffered, CHUNK, (byte) 0);
    bufferWords.get(0, message);
    start(top);
    int last = Math.max(0, (buffered - 1) / BLOCK);
    int root = subtrees == 0 ? Compression.ROOT : 0;
    for (int block = 0; block <= last; block++) {
      boolean end = block == last;
      int flags =
          (block == 0 ? Compression.CHUNK_START : 0) | (end ? Compression.CHUNK_END | root : 0);
      int length = end ? buffered - block * BLOCK : BLOCK;
      Compression.compress(stack, top, message, block * BLOCK_WORDS, chunks, length, flags);
    }
  }

  /** Makes one of the two chaining values from {@code left} on. */
  private void merge(int left, int root) {
    System.arraycopy(stack, left, message, 0, 2 * WORDS);
    start(left);
    Compression.compress(stack, left, message, 0, 0, BLOCK, Compression.PARENT | root);
  }

  private void start(int at) {
    stack[at] = Compression.IV0;
    stack[at + 1] = Compression.IV1;
    stack[at + 2] = Compression.IV2;
    stack[at + 3] = Compression.IV3;
    stack[at + 4] = Compression.IV4;
    stack[at + 5] = Compression.IV5;
    stack[at + 6] = Compression.IV6;
    stack[at + 7] = Compression.IV7;
  }

  private static IntBuffer words(byte[] bytes, int offset, int length) {
    return ByteBuffer.wrap(bytes, offset, length)
        .slice()
        .order(ByteOrder.LITTLE_ENDIAN)
        .asIntBuffer();
  }
}
