package io.polyplug.monorepo.config;

import io.polyplug.monorepo.files.FileStats;
import io.polyplug.monorepo.hash.Blake3;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The folders of a workspace as the last command saw them, in the bytes of the file that remembers
 * them: their paths, what the file system said of each, and which hold a dish. A file that is
 * damaged or foreign reads as an empty one. Immutable.
 *
 * @param content of the file
 * @param paths where the paths begin, each with a zero byte after it
 * @param length of the paths
 * @param count of the folders
 * @param stats where what the file system said begins
 * @param dishes where the marks begin, one byte for each folder
 */
record FolderMemory(byte[] content, int paths, int length, int count, int stats, int dishes) {
  private static final int MAGIC = 0x70706b66;
  private static final int FORMAT = 1;
  private static final long LARGEST = 64L << 20;
  private static final FolderMemory NONE = new FolderMemory(new byte[0], 0, 0, 0, 0, 0);

  /** A folder and what is remembered of it. */
  record Folder(String path, long[] stats, boolean dish) {}

  static Path file(Path cache, Path root) {
    String name = Blake3.hex(Blake3.of(root.toString().getBytes(StandardCharsets.UTF_8)));
    return cache.resolve("index").resolve(name.substring(0, 32) + "-folders");
  }

  static FolderMemory read(Path file, Path root) {
    try {
      if (Files.size(file) <= LARGEST) {
        return parse(Files.readAllBytes(file), root);
      }
    } catch (IOException | BufferUnderflowException | IllegalArgumentException e) {
      // Nothing is lost but time.
    }
    return NONE;
  }

  private static FolderMemory parse(byte[] content, Path root) {
    int end = content.length - Integer.BYTES;
    CRC32 sum = new CRC32();
    sum.update(content, 0, Math.max(0, end));
    ByteBuffer in = ByteBuffer.wrap(content);
    if (end < 0
        || in.getInt(end) != (int) sum.getValue()
        || in.getInt() != MAGIC
        || in.getInt() != FORMAT) {
      return NONE;
    }
    byte[] name = new byte[in.getInt()];
    in.get(name);
    if (!new String(name, StandardCharsets.UTF_8).equals(root.toString())) {
      return NONE;
    }
    int count = in.getInt();
    int length = in.getInt();
    int paths = in.position();
    int stats = paths + length;
    int dishes = stats + count * FileStats.FIELDS * Long.BYTES;
    return dishes + count == end
        ? new FolderMemory(content, paths, length, count, stats, dishes)
        : NONE;
  }

  boolean same(int folder, long[] values) {
    ByteBuffer in = ByteBuffer.wrap(content);
    int at = stats + folder * FileStats.FIELDS * Long.BYTES;
    for (int field = 0; field < FileStats.FIELDS; field++) {
      if (in.getLong(at + field * Long.BYTES) != values[field]) {
        return false;
      }
    }
    return true;
  }

  boolean isDish(int folder) {
    return content[dishes + folder] != 0;
  }

  /** The raw paths, in order. */
  String[] list() {
    String[] all = new String[count];
    int at = paths;
    for (int i = 0; i < count; i++) {
      int end = at;
      while (content[end] != 0) {
        end++;
      }
      all[i] = new String(content, at, end - at, StandardCharsets.ISO_8859_1);
      at = end + 1;
    }
    return all;
  }

  /** Replaces the file in one step; if that fails, the next command takes its time again. */
  static void write(Path file, Path root, List<Folder> folders) {
    ByteArrayOutputStream paths = new ByteArrayOutputStream(1 << 16);
    for (Folder folder : folders) {
      paths.writeBytes(folder.path().getBytes(StandardCharsets.ISO_8859_1));
      paths.write(0);
    }
    byte[] name = root.toString().getBytes(StandardCharsets.UTF_8);
    long size =
        6L * Integer.BYTES
            + name.length
            + paths.size()
            + (long) folders.size() * (FileStats.FIELDS * Long.BYTES + 1);
    if (size > LARGEST) {
      return;
    }
    ByteBuffer out = ByteBuffer.allocate((int) size);
    out.putInt(MAGIC).putInt(FORMAT).putInt(name.length).put(name);
    out.putInt(folders.size()).putInt(paths.size()).put(paths.toByteArray());
    for (Folder folder : folders) {
      for (long value : folder.stats()) {
        out.putLong(value);
      }
    }
    for (Folder folder : folders) {
      out.put((byte) (folder.dish() ? 1 : 0));
    }
    CRC32 sum = new CRC32();
    sum.update(out.array(), 0, out.position());
    out.putInt((int) sum.getValue());
    replace(file, out.array());
  }

  private static void replace(Path file, byte[] content) {
    try {
      Path folder = Files.createDirectories(file.resolveSibling(""));
      Path fresh = Files.createTempFile(folder, "bento", ".tmp");
      try {
        Files.write(fresh, content);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(fresh);
      }
    } catch (IOException e) {
      // It is a cache, which costs nothing but time.
    }
  }
}
