package io.polyplug.cli;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A message in protocol buffers as it is on the wire, without its schema.
 *
 * @param fields what stands under each number, in order: numbers as longs, the rest as bytes
 */
record ProtoMessage(Map<Integer, List<Object>> fields) {
  static ProtoMessage read(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    Map<Integer, List<Object>> fields = new TreeMap<>();
    while (in.hasRemaining()) {
      long tag = varint(in);
      Object value =
          switch ((int) (tag & 7)) {
            case 0 -> varint(in);
            case 1 -> in.getLong();
            case 2 -> bytes(in);
            case 5 -> (long) in.getInt();
            default -> throw new AssertionError("no such wire type: " + tag);
          };
      fields.computeIfAbsent((int) (tag >>> 3), _ -> new ArrayList<>()).add(value);
    }
    return new ProtoMessage(fields);
  }

  private static byte[] bytes(ByteBuffer in) {
    byte[] value = new byte[(int) varint(in)];
    in.get(value);
    return value;
  }

  private static long varint(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  List<ProtoMessage> messages(int field) {
    return fields.getOrDefault(field, List.of()).stream().map(it -> read((byte[]) it)).toList();
  }

  byte[] bytes(int field) {
    return (byte[]) fields.getOrDefault(field, List.of(new byte[0])).getFirst();
  }

  String text(int field) {
    return new String(bytes(field), StandardCharsets.UTF_8);
  }

  long number(int field) {
    return (Long) fields.getOrDefault(field, List.of(0L)).getFirst();
  }
}
