package io.polyplug.monorepo.remote;

import java.nio.charset.StandardCharsets;

/**
 * Goes over the fields of a message of protocol buffers, inside the given bytes only. For one
 * thread.
 */
final class ProtoReader {
  static final int VARINT = 0;
  static final int BYTES = 2;

  private static final int FIXED64 = 1;
  private static final int FIXED32 = 5;

  private final byte[] bytes;
  private final int end;
  private int at;
  private int tag;
  private long number;
  private int from;

  ProtoReader(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.end = end;
    at = from;
  }

  /** Bytes that are no message. */
  static final class Malformed extends Exception {
    Malformed() {
      super("not a message of protocol buffers");
    }
  }

  /** Steps to the next field, and over its value. */
  boolean next() throws Malformed {
    if (at == end) {
      return false;
    }
    tag = (int) varint();
    from = at;
    switch (type()) {
      case VARINT -> number = varint();
      case FIXED64 -> skip(8);
      case FIXED32 -> skip(4);
      case BYTES -> {
        long length = varint();
        from = at;
        skip(length);
      }
      default -> throw new Malformed();
    }
    return true;
  }

  int field() {
    return tag >>> 3;
  }

  int type() {
    return tag & 7;
  }

  long number() {
    return number;
  }

  String text() {
    return new String(bytes, from, at - from, StandardCharsets.UTF_8);
  }

  ProtoReader message() {
    return new ProtoReader(bytes, from, at);
  }

  private void skip(long length) throws Malformed {
    if (length < 0 || length > end - at) {
      throw new Malformed();
    }
    at += (int) length;
  }

  private long varint() throws Malformed {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      if (at == end) {
        throw new Malformed();
      }
      byte b = bytes[at++];
      value |= (long) (b & 0x7F) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new Malformed();
  }
}
