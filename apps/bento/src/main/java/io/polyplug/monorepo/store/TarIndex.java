package io.polyplug.monorepo.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what an archive holds without reading the contents: everything that it says of itself is
 * checked against the bytes that are really there. For one thread; the caller closes the file.
 */
final class TarIndex {
  private static final int WINDOW = 16 * 1024;
  private static final int LONGEST_NAME = 64 * 1024;
  private static final int LONGEST_EXTENSION = 1 << 20;
  private static final int MOST_ENTRIES = 1_000_000;
  private static final int PERMISSIONS = 0777;

  private final FileChannel tar;
  private final long length;
  private final ByteBuffer window = ByteBuffer.allocate(WINDOW);
  private final byte[] block = new byte[TarHeader.BLOCK];
  private final TarHeader header = new TarHeader(block);
  private final List<TarEntry> entries = new ArrayList<>();
  private long windowAt;
  private @Nullable String longName;
  private @Nullable PaxRecords extended;

  private TarIndex(FileChannel tar) throws IOException {
    this.tar = tar;
    length = tar.size();
    window.limit(0);
  }

  /** The entries in their order; refuses everything but regular files. */
  static List<TarEntry> of(FileChannel tar) throws IOException, BadBundle {
    return new TarIndex(tar).read();
  }

  private List<TarEntry> read() throws IOException, BadBundle {
    if (length < 2L * TarHeader.BLOCK || length % TarHeader.BLOCK != 0) {
      throw new BadBundle("its length of " + length + " bytes is not that of a whole archive");
    }
    load(length - TarHeader.BLOCK);
    boolean lastIsZero = header.isZero();
    load(length - 2L * TarHeader.BLOCK);
    if (!lastIsZero || !header.isZero()) {
      throw new BadBundle("it has no end mark, so a part of it is missing");
    }
    long at = 0;
    while (load(at)) {
      at = next(at + TarHeader.BLOCK);
    }
    if (longName != null || extended != null) {
      throw new BadBundle("it ends where an entry should follow");
    }
    return entries;
  }

  /** Reads the entry whose header is loaded; gives where the next one begins. */
  private long next(long content) throws IOException, BadBundle {
    if (!header.isSound()) {
      throw new BadBundle(
          "the sum of the header at byte " + (content - block.length) + " is wrong");
    }
    byte type = header.type();
    boolean file = type == TarHeader.REGULAR || type == TarHeader.OLD_REGULAR;
    long size = file && extended != null && extended.size() >= 0 ? extended.size() : header.size();
    if (size < 0 || size > length - content) {
      throw new BadBundle("an entry claims more bytes than there are");
    }
    switch (type) {
      case TarHeader.LONG_NAME -> longName = longName(content, size);
      case TarHeader.EXTENDED -> extended = PaxRecords.parse(bytes(content, size));
      // Speaks of all entries, and nothing of what it may say matters here.
      case TarHeader.GLOBAL -> {}
      case TarHeader.REGULAR, TarHeader.OLD_REGULAR -> add(content, size);
      default -> throw new BadBundle(RawName.shown(name()) + " is not a regular file");
    }
    long padded = (size + TarHeader.BLOCK - 1) / TarHeader.BLOCK * TarHeader.BLOCK;
    return content + padded;
  }

  private void add(long content, long size) throws BadBundle {
    String name = name();
    if (name.endsWith("/")) {
      throw new BadBundle(RawName.shown(name) + " is not a regular file");
    }
    if (entries.size() == MOST_ENTRIES) {
      throw new BadBundle("it holds more than " + MOST_ENTRIES + " files");
    }
    entries.add(new TarEntry(name, header.mode() & PERMISSIONS, content, size));
    longName = null;
    extended = null;
  }

  private String name() {
    if (extended != null && extended.path() != null) {
      return extended.path();
    }
    return longName == null ? header.name() : longName;
  }

  private String longName(long content, long size) throws IOException, BadBundle {
    if (size > LONGEST_NAME) {
      throw new BadBundle("a name in it is " + size + " bytes long");
    }
    String text = new String(bytes(content, size), StandardCharsets.ISO_8859_1);
    int end = text.indexOf('\0');
    return end < 0 ? text : text.substring(0, end);
  }

  private byte[] bytes(long at, long size) throws IOException, BadBundle {
    if (size > LONGEST_EXTENSION) {
      throw new BadBundle("an extended header in it is " + size + " bytes long");
    }
    ByteBuffer bytes = ByteBuffer.allocate((int) size);
    fill(bytes, at);
    return bytes.array();
  }

  private void fill(ByteBuffer bytes, long at) throws IOException, BadBundle {
    while (bytes.hasRemaining()) {
      if (tar.read(bytes, at + bytes.position()) < 0) {
        throw new BadBundle("it became shorter while it was read");
      }
    }
  }

  /** Loads a header; false if it is the first block of the end, which was seen to be there. */
  private boolean load(long at) throws IOException, BadBundle {
    if (at > length - TarHeader.BLOCK) {
      throw new BadBundle("it has no end mark, so a part of it is missing");
    }
    if (at < windowAt || at + TarHeader.BLOCK > windowAt + window.limit()) {
      // A small archive is read at once, though it is looked at from its end.
      windowAt = length <= WINDOW ? 0 : at;
      window.clear().limit((int) Math.min(WINDOW, length - windowAt));
      fill(window, windowAt);
      window.flip();
    }
    window.get((int) (at - windowAt), block);
    return !header.isZero();
  }
}
