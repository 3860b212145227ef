package io.polyplug.install;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
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
    for (ZipArchiveEntry entry : ordered) {
      long at = entry.getLocalHeaderOffset();
      if (at < free) {
        throw new BadPackage("the entry " + quoted(entry) + " overlaps another one");
      }
      if (free == 0 && at != 0) {
        throw new BadPackage("something stands before its first entry");
      }
      free = endOf(entry, at);
    }
    if (ordered.isEmpty() && end.listAt() != 0) {
      throw new BadPackage("something stands before its list of entries");
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
    int flags = local.getShort(6);
    if ((flags & ENCRYPTED) != 0) {
      throw new BadPackage("the entry " + quoted(entry) + " is encrypted");
    }
    boolean differs = Short.toUnsignedInt(local.getShort(8)) != entry.getMethod();
    if ((flags & SIZES_FOLLOW) == 0) {
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
