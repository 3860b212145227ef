package io.polyplug.install;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;

/**
 * Holds the list of entries against what stands before each entry itself. Both name the file, and a
 * zip in which they differ, overlap or leave the file is made to deceive.
 */
final class ZipLayout {
  private static final int LOCAL = 0x04034b50;
  private static final int LOCAL_SIZE = 30;
  private static final int ENCRYPTED = 1;
  private static final int SIZES_FOLLOW = 8;
  private static final int DESCRIPTOR = 0x08074b50;

  /** With and without its signature, of sizes in four bytes and in eight. */
  private static final Set<Long> DESCRIPTORS = Set.of(12L, 16L, 20L, 24L);

  private static final int UNICODE_PATH = 0x7075;
  private static final int UNICODE_NAME_AT = 5;
  private static final long IN_EXTRA = 0xFFFFFFFFL;

  private final FileChannel file;
  private final ZipEnd end;

  ZipLayout(FileChannel file, ZipEnd end) {
    this.file = file;
    this.end = end;
  }

  void check(List<ZipArchiveEntry> entries) throws IOException {
    List<ZipArchiveEntry> ordered = new ArrayList<>(entries);
    ordered.sort(Comparator.comparingLong(ZipArchiveEntry::getLocalHeaderOffset));
    if (ordered.size() != end.entries()) {
      throw new BadPackage(
          "its end counts %d entries, its list %d".formatted(end.entries(), ordered.size()));
    }
    long free = 0;
    Optional<ZipArchiveEntry> before = Optional.empty();
    for (ZipArchiveEntry entry : ordered) {
      long at = entry.getLocalHeaderOffset();
      if (at < free) {
        throw new BadPackage("the entry " + quoted(entry) + " overlaps another one");
      }
      if (free == 0 && at != 0) {
        throw new BadPackage("something stands before its first entry");
      }
      if (before.isPresent()) {
        checkGap(before.get(), free, at);
      }
      free = endOf(entry, at);
      before = Optional.of(entry);
    }
    if (before.isPresent()) {
      checkGap(before.get(), free, end.listAt());
    }
    if (ordered.isEmpty() && end.listAt() != 0) {
      throw new BadPackage("something stands before its list of entries");
    }
  }

  /** Between two entries there is nothing but what describes the first one, if it says so. */
  private void checkGap(ZipArchiveEntry entry, long from, long to) throws IOException {
    if (from == to) {
      return;
    }
    boolean described = (flags(entry) & SIZES_FOLLOW) != 0 && DESCRIPTORS.contains(to - from);
    if (described) {
      ByteBuffer descriptor = ZipEnd.bytes(file, from, to);
      boolean signed = (to - from) % 8 == 0;
      described =
          (!signed || descriptor.getInt(0) == DESCRIPTOR)
              && Integer.toUnsignedLong(descriptor.getInt(signed ? 4 : 0)) == entry.getCrc();
    }
    if (!described) {
      throw new BadPackage("something that is in no list stands after the entry " + quoted(entry));
    }
  }

  private int flags(ZipArchiveEntry entry) throws IOException {
    long at = entry.getLocalHeaderOffset();
    return ZipEnd.bytes(file, at, at + LOCAL_SIZE).getShort(6);
  }

  /** A second name in the extra fields is seen by some readers, and by others not. */
  private static void checkNames(ZipArchiveEntry entry, ByteBuffer extra) throws BadPackage {
    ByteBuffer left = extra.order(ByteOrder.LITTLE_ENDIAN);
    while (left.remaining() >= 4) {
      int id = Short.toUnsignedInt(left.getShort());
      int size = Math.min(Short.toUnsignedInt(left.getShort()), left.remaining());
      byte[] content = new byte[size];
      left.get(content);
      if (id == UNICODE_PATH
          && (size < UNICODE_NAME_AT
              || !Arrays.equals(
                  Arrays.copyOfRange(content, UNICODE_NAME_AT, size), entry.getRawName()))) {
        throw new BadPackage("the entry " + quoted(entry) + " has two names");
      }
    }
  }

  private long endOf(ZipArchiveEntry entry, long at) throws IOException {
    if (at < 0 || at + LOCAL_SIZE > end.listAt()) {
      throw new BadPackage("the entry " + quoted(entry) + " is outside of the file");
    }
    ByteBuffer local = ZipEnd.bytes(file, at, at + LOCAL_SIZE);
    int nameLength = Short.toUnsignedInt(local.getShort(26));
    long data = at + LOCAL_SIZE + nameLength + Short.toUnsignedInt(local.getShort(28));
    if (local.getInt(0) != LOCAL || data > end.listAt()) {
      throw new BadPackage("the entry " + quoted(entry) + " does not begin where the list says");
    }
    byte[] name = ZipEnd.bytes(file, at + LOCAL_SIZE, at + LOCAL_SIZE + nameLength).array();
    byte[] listed = entry.getRawName();
    if (!Arrays.equals(name, listed)) {
      throw new BadPackage(
          "the entry " + quoted(entry) + " has another name in the list than before its content");
    }
    checkNames(entry, ZipEnd.bytes(file, at + LOCAL_SIZE + nameLength, data));
    checkNames(entry, ByteBuffer.wrap(entry.getCentralDirectoryExtra()));
    int flags = local.getShort(6);
    if ((flags & ENCRYPTED) != 0) {
      throw new BadPackage("the entry " + quoted(entry) + " is encrypted");
    }
    boolean differs = Short.toUnsignedInt(local.getShort(8)) != entry.getMethod();
    if ((flags & SIZES_FOLLOW) == 0) {
      differs |= Integer.toUnsignedLong(local.getInt(14)) != entry.getCrc();
      differs |= differs(local.getInt(18), entry.getCompressedSize());
      differs |= differs(local.getInt(22), entry.getSize());
    }
    if (differs) {
      throw new BadPackage(
          "the entry " + quoted(entry) + " is described differently in the list and before it");
    }
    long after = data + entry.getCompressedSize();
    if (entry.getCompressedSize() < 0 || after < data || after > end.listAt()) {
      throw new BadPackage("the entry " + quoted(entry) + " reaches out of the file");
    }
    return after;
  }

  private static boolean differs(int local, long listed) {
    long size = Integer.toUnsignedLong(local);
    return size != IN_EXTRA && size != listed;
  }

  static String quoted(ZipArchiveEntry entry) {
    return "\"" + BadPackage.shown(entry.getName()) + "\"";
  }
}
