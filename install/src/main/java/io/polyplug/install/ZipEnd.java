package io.polyplug.install;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/**
 * What the end of a zip says of its list of entries. Read by hand and before anything else, because
 * it decides how much a reader allocates, and because readers that look for it in different ways
 * find different archives in one file: here there is exactly one, and nothing around it.
 *
 * @param entries how many there are
 * @param listAt where their list begins
 * @param listSize its bytes
 */
record ZipEnd(int entries, long listAt, long listSize) {
  private static final int END = 0x06054b50;
  private static final int END64 = 0x06064b50;
  private static final int LOCATOR64 = 0x07064b50;
  private static final int END_SIZE = 22;
  private static final int END64_SIZE = 56;
  private static final int LOCATOR64_SIZE = 20;
  private static final int ENTRY_SIZE = 46;
  private static final int MAX_COMMENT = 0xFFFF;
  private static final long MAX_LIST = 32L << 20;

  static ZipEnd read(FileChannel file, int maxEntries) throws IOException {
    long size = file.size();
    if (size < END_SIZE) {
      throw new BadPackage("it is not a zip: it has " + size + " bytes only");
    }
    ByteBuffer tail = bytes(file, Math.max(0, size - END_SIZE - MAX_COMMENT), size);
    int at = find(tail);
    long endAt = size - tail.limit() + at;
    Numbers numbers = numbers(file, tail, at, endAt);
    if (numbers.entries() < 0 || numbers.entries() > maxEntries) {
      throw new BadPackage("it has more than " + maxEntries + " files and folders");
    }
    if (numbers.listSize() > MAX_LIST || numbers.listSize() < numbers.entries() * ENTRY_SIZE) {
      throw new BadPackage(
          "its list of %d entries claims to have %d bytes"
              .formatted(numbers.entries(), numbers.listSize()));
    }
    if (numbers.listAt() < 0 || numbers.listAt() + numbers.listSize() != numbers.endAt()) {
      throw new BadPackage(
          "its list of entries is not where its end says; something stands before or between");
    }
    return new ZipEnd((int) numbers.entries(), numbers.listAt(), numbers.listSize());
  }

  private record Numbers(long entries, long listAt, long listSize, long endAt) {}

  /** The end record reaches exactly to the end of the file; two that do are one too many. */
  private static int find(ByteBuffer tail) throws BadPackage {
    int found = -1;
    for (int i = tail.limit() - END_SIZE; i >= 0; i--) {
      if (tail.getInt(i) == END
          && i + END_SIZE + Short.toUnsignedInt(tail.getShort(i + 20)) == tail.limit()) {
        if (found >= 0) {
          throw new BadPackage("it has two ends, so that it could be read in two ways");
        }
        found = i;
      }
    }
    if (found < 0) {
      throw new BadPackage("it is not a zip, or is cut off, or has data after its end");
    }
    return found;
  }

  private static Numbers numbers(FileChannel file, ByteBuffer tail, int at, long endAt)
      throws IOException {
    int disk = Short.toUnsignedInt(tail.getShort(at + 4));
    int listDisk = Short.toUnsignedInt(tail.getShort(at + 6));
    int here = Short.toUnsignedInt(tail.getShort(at + 8));
    int entries = Short.toUnsignedInt(tail.getShort(at + 10));
    long listSize = Integer.toUnsignedLong(tail.getInt(at + 12));
    long listAt = Integer.toUnsignedLong(tail.getInt(at + 16));
    boolean has64 = at >= LOCATOR64_SIZE && tail.getInt(at - LOCATOR64_SIZE) == LOCATOR64;
    if (has64) {
      return numbers64(file, tail, at - LOCATOR64_SIZE, endAt - LOCATOR64_SIZE);
    }
    if (disk != 0 || listDisk != 0 || here != entries) {
      throw severalDisks();
    }
    return new Numbers(entries, listAt, listSize, endAt);
  }

  private static Numbers numbers64(FileChannel file, ByteBuffer tail, int at, long locatorAt)
      throws IOException {
    long end64At = tail.getLong(at + 8);
    if (tail.getInt(at + 4) != 0 || Integer.toUnsignedLong(tail.getInt(at + 16)) > 1) {
      throw severalDisks();
    }
    if (end64At < 0 || end64At > locatorAt - END64_SIZE) {
      throw new BadPackage("its zip64 end is not where it says");
    }
    ByteBuffer end = bytes(file, end64At, end64At + END64_SIZE);
    if (end.getInt(0) != END64 || end64At + 12 + end.getLong(4) != locatorAt) {
      throw new BadPackage("its zip64 end is not where it says");
    }
    long entries = end.getLong(32);
    if (end.getInt(16) != 0 || end.getInt(20) != 0 || end.getLong(24) != entries) {
      throw severalDisks();
    }
    return new Numbers(entries, end.getLong(48), end.getLong(40), end64At);
  }

  private static BadPackage severalDisks() {
    return new BadPackage("it is one part of a zip in several parts");
  }

  /** The bytes of a range of a file, which must be there. */
  static ByteBuffer bytes(FileChannel file, long from, long to) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(to - from));
    while (bytes.hasRemaining()) {
      if (file.read(bytes, from + bytes.position()) < 0) {
        throw new BadPackage("it is cut off");
      }
    }
    return bytes.flip().order(ByteOrder.LITTLE_ENDIAN);
  }
}
