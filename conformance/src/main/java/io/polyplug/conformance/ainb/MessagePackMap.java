package io.polyplug.conformance.ainb;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The whole numbers and booleans of a MessagePack map; everything else is passed over. */
final class MessagePackMap {
  private static final int DEEPEST = 500;

  private final ByteBuffer in;
  private final Map<String, Long> scalars = new HashMap<>();

  private MessagePackMap(byte[] bytes) {
    in = ByteBuffer.wrap(bytes);
  }

  /** By name, booleans as 0 and 1; none if the bytes are no map with names. */
  static Map<String, Long> scalars(byte[] bytes) {
    MessagePackMap map = new MessagePackMap(bytes);
    try {
      return map.read() && !map.in.hasRemaining() ? map.scalars : Map.of();
    } catch (BufferUnderflowException | IllegalArgumentException cut) {
      return Map.of();
    }
  }

  private int octet() {
    return in.get() & 0xFF;
  }

  private boolean read() {
    int head = octet();
    long members =
        switch (head) {
          case 0xDE -> in.getShort() & 0xFFFF;
          case 0xDF -> in.getInt() & 0xFFFF_FFFFL;
          default -> (head & 0xF0) == 0x80 ? head & 0x0F : -1;
        };
    for (long i = 0; i < members; i++) {
      String name = text();
      if (name.isEmpty()) {
        return false;
      }
      member(name);
    }
    return members >= 0;
  }

  private String text() {
    int head = octet();
    int length =
        switch (head) {
          case 0xD9 -> octet();
          case 0xDA -> in.getShort() & 0xFFFF;
          default -> (head & 0xE0) == 0xA0 ? head & 0x1F : 0;
        };
    byte[] bytes = new byte[Math.min(length, in.remaining())];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private void member(String name) {
    int head = octet();
    switch (head) {
      case 0xC2 -> scalars.put(name, 0L);
      case 0xC3 -> scalars.put(name, 1L);
      case 0xCC -> scalars.put(name, (long) octet());
      case 0xCD -> scalars.put(name, in.getShort() & 0xFFFFL);
      case 0xCE -> scalars.put(name, in.getInt() & 0xFFFF_FFFFL);
      case 0xCF, 0xD3 -> scalars.put(name, in.getLong());
      case 0xD0 -> scalars.put(name, (long) in.get());
      case 0xD1 -> scalars.put(name, (long) in.getShort());
      case 0xD2 -> scalars.put(name, (long) in.getInt());
      default -> {
        if (head < 0x80 || head >= 0xE0) {
          scalars.put(name, (long) (byte) head);
        } else {
          skip(head, 0);
        }
      }
    }
  }

  private void pass(long bytes) {
    if (bytes > in.remaining()) {
      throw new BufferUnderflowException();
    }
    in.position(in.position() + (int) bytes);
  }

  private void skipAll(long values, int depth) {
    if (depth > DEEPEST) {
      throw new BufferUnderflowException();
    }
    for (long i = 0; i < values; i++) {
      skip(octet(), depth);
    }
  }

  /** Passes over a value whose first byte was read. */
  private void skip(int head, int depth) {
    switch (head) {
      case 0xC0, 0xC2, 0xC3 -> {}
      case 0xC4, 0xD9 -> pass(octet());
      case 0xC5, 0xDA -> pass(in.getShort() & 0xFFFF);
      case 0xC6, 0xDB -> pass(in.getInt() & 0xFFFF_FFFFL);
      case 0xC7 -> pass(octet() + 1L);
      case 0xC8 -> pass((in.getShort() & 0xFFFF) + 1L);
      case 0xC9 -> pass((in.getInt() & 0xFFFF_FFFFL) + 1);
      case 0xCA, 0xCE, 0xD2 -> pass(4);
      case 0xCB, 0xCF, 0xD3 -> pass(8);
      case 0xCC, 0xD0 -> pass(1);
      case 0xCD, 0xD1 -> pass(2);
      case 0xD4 -> pass(2);
      case 0xD5 -> pass(3);
      case 0xD6 -> pass(5);
      case 0xD7 -> pass(9);
      case 0xD8 -> pass(17);
      case 0xDC -> skipAll(in.getShort() & 0xFFFF, depth + 1);
      case 0xDD -> skipAll(in.getInt() & 0xFFFF_FFFFL, depth + 1);
      case 0xDE -> skipAll(2L * (in.getShort() & 0xFFFF), depth + 1);
      case 0xDF -> skipAll(2 * (in.getInt() & 0xFFFF_FFFFL), depth + 1);
      case 0xC1 -> throw new IllegalArgumentException("no value begins so");
      default -> skipShort(head, depth);
    }
  }

  /** A value whose first byte has its length, or is all of it. */
  private void skipShort(int head, int depth) {
    switch (head & 0xF0) {
      case 0x80 -> skipAll(2L * (head & 0x0F), depth + 1);
      case 0x90 -> skipAll(head & 0x0F, depth + 1);
      case 0xA0, 0xB0 -> pass(head & 0x1F);
      default -> {}
    }
  }
}
