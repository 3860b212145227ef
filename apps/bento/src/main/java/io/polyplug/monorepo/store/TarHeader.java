package io.polyplug.monorepo.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One block in front of an entry, in the layout of GNU tar. Reads and writes the array that it is
 * given; text in it is one character a byte. For one thread.
 */
final class TarHeader {
  static final int BLOCK = 512;
  static final byte REGULAR = '0';
  static final byte OLD_REGULAR = 0;
  static final byte LONG_NAME = 'L';
  static final byte LONG_LINK = 'K';
  static final byte EXTENDED = 'x';
  static final byte GLOBAL = 'g';

  /** What fits into the name's field. */
  static final int NAME_LENGTH = 100;

  private static final int MODE_AT = 100;
  private static final int OWNER_AT = 108;
  private static final int GROUP_AT = 116;
  private static final int SHORT_NUMBER = 8;
  private static final int SIZE_AT = 124;
  private static final int TIME_AT = 136;
  private static final int LONG_NUMBER = 12;
  private static final int SUM_AT = 148;
  private static final int TYPE_AT = 156;
  private static final int MAGIC_AT = 257;
  private static final int PREFIX_AT = 345;
  private static final int PREFIX_LENGTH = 155;
  private static final byte[] GNU = "ustar  \0".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] POSIX = "ustar\0".getBytes(StandardCharsets.US_ASCII);
  private static final long MOST_OCTAL = (1L << 33) - 1;

  private final byte[] block;

  TarHeader(byte[] block) {
    this.block = block;
  }

  /** Fills the block. Times and owners stay zero, so that equal results are equal bundles. */
  void write(String name, byte type, int mode, long size) {
    Arrays.fill(block, (byte) 0);
    byte[] bytes = name.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(bytes, 0, block, 0, Math.min(bytes.length, NAME_LENGTH));
    octal(MODE_AT, SHORT_NUMBER, mode);
    octal(OWNER_AT, SHORT_NUMBER, 0);
    octal(GROUP_AT, SHORT_NUMBER, 0);
    if (size <= MOST_OCTAL) {
      octal(SIZE_AT, LONG_NUMBER, size);
    } else {
      binary(SIZE_AT, LONG_NUMBER, size);
    }
    octal(TIME_AT, LONG_NUMBER, 0);
    block[TYPE_AT] = type;
    System.arraycopy(GNU, 0, block, MAGIC_AT, GNU.length);
    octal(SUM_AT, SHORT_NUMBER - 1, sum(0xFF));
    block[SUM_AT + SHORT_NUMBER - 1] = ' ';
  }

  private void octal(int at, int length, long value) {
    long rest = value;
    for (int i = at + length - 2; i >= at; i--) {
      block[i] = (byte) ('0' + (rest & 7));
      rest >>>= 3;
    }
  }

  private void binary(int at, int length, long value) {
    long rest = value;
    for (int i = at + length - 1; i > at; i--) {
      block[i] = (byte) rest;
      rest >>>= 8;
    }
    block[at] = (byte) 0x80;
  }

  boolean isZero() {
    for (byte b : block) {
      if (b != 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether the sum in it is its own. Some programs of old took bytes for signed. */
  boolean isSound() {
    long written = number(SUM_AT, SHORT_NUMBER);
    return written == sum(0xFF) || written == sum(-1);
  }

  private int sum(int mask) {
    int sum = 0;
    for (int i = 0; i < BLOCK; i++) {
      boolean own = i >= SUM_AT && i < SUM_AT + SHORT_NUMBER;
      sum += own ? ' ' : block[i] & mask;
    }
    return sum;
  }

  byte type() {
    return block[TYPE_AT];
  }

  String name() {
    String name = text(0, NAME_LENGTH);
    boolean posix = Arrays.equals(block, MAGIC_AT, MAGIC_AT + POSIX.length, POSIX, 0, POSIX.length);
    String prefix = posix ? text(PREFIX_AT, PREFIX_LENGTH) : "";
    return prefix.isEmpty() ? name : prefix + "/" + name;
  }

  private String text(int at, int length) {
    int end = at;
    while (end < at + length && block[end] != 0) {
      end++;
    }
    return new String(block, at, end - at, StandardCharsets.ISO_8859_1);
  }

  int mode() {
    return (int) number(MODE_AT, SHORT_NUMBER);
  }

  /** Negative if the field holds no number. */
  long size() {
    return number(SIZE_AT, LONG_NUMBER);
  }

  private long number(int at, int length) {
    if ((block[at] & 0x80) != 0) {
      return fromBinary(at, length);
    }
    int i = at;
    int end = at + length;
    while (i < end && block[i] == ' ') {
      i++;
    }
    long value = 0;
    while (i < end && block[i] != 0 && block[i] != ' ') {
      if (block[i] < '0' || block[i] > '7') {
        return -1;
      }
      value = (value << 3) | (block[i] - '0');
      i++;
    }
    return value;
  }

  private long fromBinary(int at, int length) {
    long value = block[at] & 0x7F;
    for (int i = at + 1; i < at + length; i++) {
      if (value >= 1L << 55) {
        return -1;
      }
      value = value << 8 | (block[i] & 0xFF);
    }
    return value;
  }
}
