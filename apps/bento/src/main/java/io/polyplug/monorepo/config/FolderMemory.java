package io.polyplug.monorepo.config;

import io.polyplug.monorepo.files.CacheFile;
import io.polyplug.monorepo.files.FileStats;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The folders of a workspace as the last command saw them, in the bytes of the file that remembers
 * them: their paths, what the file system said of each, and which hold a dish. Immutable.
 *
 * @param content of the file
 * @param paths where the paths begin, each with a zero byte after it
 * @param length of the paths
 * @param count of the folders
 * @param stats where what the file system said begins
 * @param dishes where the marks begin, one byte for each folder
 */
record FolderMemory(byte[] content, int paths, int length, int count, int stats, int dishes) {
  private static final int KIND = 0x70706b66;
  private static final int FORMAT = 1;
  private static final long LARGEST = 64L << 20;
  private static final FolderMemory NONE = new FolderMemory(new byte[0], 0, 0, 0, 0, 0);

  /** A folder and what is remembered of it. */
  record Folder(String path, long[] stats, boolean dish) {}

  static Path file(Path cache, Path root) {
    return CacheFile.place(cache, root, "-folders");
  }

  static FolderMemory read(Path file, Path root) {
    CacheFile.Content content = cache(file, root).read();
    try {
      return content == null ? NONE : parse(content.bytes(), content.in());
    } catch (BufferUnderflowException e) {
      return NONE;
    }
  }

  private static CacheFile cache(Path file, Path root) {
    return new CacheFile(file, KIND, FORMAT, root.toString(), LARGEST);
  }

  private static FolderMemory parse(byte[] content, ByteBuffer in) {
    int count = in.getInt();
    int length = in.getInt();
    int paths = in.position();
    int stats = paths + length;
    int dishes = stats + count * FileStats.FIELDS * Long.BYTES;
    return dishes + count == in.limit()
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

  /** If that fails, the next command takes its time again. */
  static void write(Path file, Path root, List<Folder> folders) {
    ByteArrayOutputStream paths = new ByteArrayOutputStream(1 << 16);
    for (Folder folder : folders) {
      paths.writeBytes(folder.path().getBytes(StandardCharsets.ISO_8859_1));
      paths.write(0);
    }
    long size =
        2L * Integer.BYTES
            + paths.size()
            + (long) folders.size() * (FileStats.FIELDS * Long.BYTES + 1);
    if (size > LARGEST) {
      return;
    }
    ByteBuffer out = ByteBuffer.allocate((int) size);
    out.putInt(folders.size()).putInt(paths.size()).put(paths.toByteArray());
    for (Folder folder : folders) {
      for (long value : folder.stats()) {
        out.putLong(value);
      }
    }
    for (Folder folder : folders) {
      out.put((byte) (folder.dish() ? 1 : 0));
    }
    var _ = cache(file, root).write(out.array());
  }
}
