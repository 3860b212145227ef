package io.polyplug.monorepo.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Through the JDK. */
final class PortableStats implements FileStats {
  private final Path directory;

  PortableStats(Path directory) {
    this.directory = directory;
  }

  @Override
  public boolean read(String raw, long[] into, int at) throws IOException {
    Path path = raw.isEmpty() ? directory : RawPath.resolve(directory, raw);
    Map<String, Object> values;
    try {
      // Following links is right for the directory itself alone.
      values =
          raw.isEmpty()
              ? Files.readAttributes(path, "unix:size,lastModifiedTime,ctime,ino,mode")
              : Files.readAttributes(
                  path, "unix:size,lastModifiedTime,ctime,ino,mode", LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return false;
    } catch (FileSystemException e) {
      // What was a folder may be a file by now; the reason's words depend on the language.
      Path parent = path.getParent();
      if (parent != null && !Files.isDirectory(parent)) {
        return false;
      }
      throw e;
    }
    into[at + SIZE] = number(values.get("size"));
    into[at + MODIFIED] = number(values.get("lastModifiedTime"));
    into[at + CHANGED] = number(values.get("ctime"));
    into[at + INODE] = number(values.get("ino"));
    into[at + MODE] = number(values.get("mode"));
    return true;
  }

  @Override
  public void readAll(byte[] paths, int from, int length, Stats to) throws IOException {
    long[] values = new long[FIELDS];
    int start = from;
    for (int i = from; i < from + length; i++) {
      if (paths[i] == 0) {
        to.add(read(text(paths, start, i), values, 0), values);
        start = i + 1;
      }
    }
  }

  @Override
  public void close() {}

  static String text(byte[] paths, int from, int to) {
    return new String(paths, from, to - from, StandardCharsets.ISO_8859_1);
  }

  private static long number(@Nullable Object value) throws IOException {
    if (value instanceof FileTime time) {
      return time.to(TimeUnit.NANOSECONDS);
    }
    if (value instanceof Number number) {
      return number.longValue();
    }
    throw new IOException("the file system does not tell what it knows of its files");
  }
}
