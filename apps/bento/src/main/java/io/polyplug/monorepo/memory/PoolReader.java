package io.polyplug.monorepo.memory;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Reads what a {@link PoolWriter} wrote. Every text and every list is made once. What is no such
 * content ends in a {@link BufferUnderflowException} or an {@link IndexOutOfBoundsException}. For
 * one thread.
 */
final class PoolReader {
  private final ByteBuffer in;
  private final String[] texts;
  private final List<String>[] lists;

  /**
   * Reads the texts and lists.
   *
   * @param bytes those of the buffer
   */
  PoolReader(byte[] bytes, ByteBuffer in) {
    this.in = in;
    this.texts = new String[count()];
    for (int i = 0; i < texts.length; i++) {
      int length = count();
      texts[i] = new String(bytes, in.position(), length, StandardCharsets.UTF_8);
      in.position(in.position() + length);
    }
    this.lists = lists();
    if (in.getInt() != in.remaining() / Integer.BYTES) {
      throw new BufferUnderflowException();
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private List<String>[] lists() {
    List<String>[] all = new List[count()];
    for (int i = 0; i < all.length; i++) {
      String[] list = new String[count()];
      for (int j = 0; j < list.length; j++) {
        list[j] = texts[in.getInt()];
      }
      all[i] = List.of(list);
    }
    return all;
  }

  /** A number of things of which each takes a byte at least. */
  int count() {
    int count = in.getInt();
    if (count < 0 || count > in.remaining()) {
      throw new BufferUnderflowException();
    }
    return count;
  }

  int number() {
    return in.getInt();
  }

  boolean flag() {
    return in.getInt() != 0;
  }

  String text() {
    return texts[in.getInt()];
  }

  Optional<String> optionalText() {
    int number = in.getInt();
    return number < 0 ? Optional.empty() : Optional.of(texts[number]);
  }

  List<String> texts() {
    return lists[in.getInt()];
  }

  Optional<List<String>> optionalTexts() {
    int number = in.getInt();
    return number < 0 ? Optional.empty() : Optional.of(lists[number]);
  }
}
