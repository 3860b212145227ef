package io.polyplug.monorepo.memory;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes values of which many are the same: every text and every list of texts is written once,
 * before all else, and known by its number. For one thread.
 */
final class PoolWriter {
  private final Map<String, Integer> texts = new HashMap<>();
  private final List<byte[]> textBytes = new ArrayList<>();
  private final Map<List<String>, Integer> lists = new HashMap<>();
  private final List<int[]> listNumbers = new ArrayList<>();
  private int[] body = new int[1 << 12];
  private int size;
  private long bytes;

  void number(int value) {
    if (size == body.length) {
      body = java.util.Arrays.copyOf(body, 2 * size);
    }
    body[size++] = value;
  }

  void flag(boolean value) {
    number(value ? 1 : 0);
  }

  void text(String text) {
    number(numberOf(text));
  }

  void text(Optional<String> text) {
    number(text.isPresent() ? numberOf(text.get()) : -1);
  }

  void texts(List<String> texts) {
    number(numberOf(texts));
  }

  void texts(Optional<List<String>> texts) {
    number(texts.isPresent() ? numberOf(texts.get()) : -1);
  }

  private int numberOf(String text) {
    Integer known = texts.get(text);
    if (known != null) {
      return known;
    }
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    bytes += utf8.length;
    textBytes.add(utf8);
    texts.put(text, textBytes.size() - 1);
    return textBytes.size() - 1;
  }

  private int numberOf(List<String> list) {
    Integer known = lists.get(list);
    if (known != null) {
      return known;
    }
    int[] numbers = new int[list.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = numberOf(list.get(i));
    }
    bytes += (long) Integer.BYTES * numbers.length;
    listNumbers.add(numbers);
    lists.put(list, listNumbers.size() - 1);
    return listNumbers.size() - 1;
  }

  /** All of it, for a {@link PoolReader}. */
  byte[] content() {
    long all = bytes + (long) Integer.BYTES * (3L + textBytes.size() + listNumbers.size() + size);
    ByteBuffer out = ByteBuffer.allocate(Math.toIntExact(all));
    out.putInt(textBytes.size());
    for (byte[] text : textBytes) {
      out.putInt(text.length).put(text);
    }
    out.putInt(listNumbers.size());
    for (int[] list : listNumbers) {
      out.putInt(list.length);
      for (int number : list) {
        out.putInt(number);
      }
    }
    out.putInt(size);
    for (int i = 0; i < size; i++) {
      out.putInt(body[i]);
    }
    return out.array();
  }
}
