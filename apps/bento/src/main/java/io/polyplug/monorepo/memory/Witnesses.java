package io.polyplug.monorepo.memory;

import io.polyplug.monorepo.files.FileStats;
import io.polyplug.monorepo.files.RawPath;
import io.polyplug.monorepo.key.Mix;
import io.polyplug.monorepo.key.Moment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Files and folders that decided about something, and what the file system said of them. As long as
 * it says the same, what was read of them holds. Immutable.
 *
 * @param content may hold more than the paths
 * @param from where the paths begin, each with a zero byte after it: relative to the root, or
 *     absolute
 * @param length of the paths
 * @param digest of what was said
 */
record Witnesses(byte[] content, int from, int length, Mix.Digest digest) {
  /** For a digest while it is made. */
  private static final class Statement implements FileStats.Stats {
    private final Mix mix = new Mix();

    @Override
    public void add(boolean there, long[] values) {
      mix.add(there ? 1 : 0);
      if (there) {
        for (int field = 0; field < FileStats.FIELDS; field++) {
          mix.add(values[field]);
        }
      }
    }
  }

  /**
   * What the file system says now of what was looked at since a moment; null if that may be another
   * thing than what was seen. What has not changed for a while before that moment has not changed
   * since. Of what is not there, the nearest folder above it tells.
   */
  static @Nullable Witnesses of(Path root, Collection<Path> looked, Moment before) {
    TreeSet<String> raw = new TreeSet<>();
    try (FileStats stats = FileStats.portable(root)) {
      for (Path path : looked) {
        String found = nearest(root, path, stats, before);
        if (found == null) {
          return null;
        }
        raw.add(found);
      }
      ByteArrayOutputStream paths = new ByteArrayOutputStream(1 << 14);
      for (String path : raw) {
        paths.writeBytes(RawPath.bytes(path));
        paths.write(0);
      }
      Statement now = new Statement();
      stats.readAll(paths.toByteArray(), 0, paths.size(), now);
      return new Witnesses(paths.toByteArray(), 0, paths.size(), now.mix.digest());
    } catch (IOException e) {
      return null;
    }
  }

  /** The path, or the first one above it that is there; null if it is not settled. */
  private static @Nullable String nearest(Path root, Path path, FileStats stats, Moment before)
      throws IOException {
    long[] values = new long[FileStats.FIELDS];
    for (Path at = path; at != null; at = at.getParent()) {
      String raw = raw(root, at);
      if (raw == null) {
        return null;
      }
      if (stats.read(raw, values, 0)) {
        boolean link = ((int) values[FileStats.MODE] & FileStats.TYPE) == FileStats.LINK;
        boolean settled =
            before.isClearlyAfter(values[FileStats.MODIFIED])
                && before.isClearlyAfter(values[FileStats.CHANGED]);
        return settled && !link ? raw : null;
      }
    }
    return null;
  }

  private static @Nullable String raw(Path root, Path path) {
    if (path.startsWith(root)) {
      return RawPath.ofPath(root.relativize(path));
    }
    String raw = RawPath.ofPath(path);
    // Names that are not ASCII are resolved against the root only.
    return path.isAbsolute() && raw.equals(path.toString()) && raw.chars().allMatch(c -> c < 0x80)
        ? raw
        : null;
  }

  /** The files and folders. */
  List<Path> paths(Path root) {
    List<Path> paths = new ArrayList<>();
    int start = from;
    for (int i = from; i < from + length; i++) {
      if (content[i] == 0) {
        String raw = new String(content, start, i - start, StandardCharsets.ISO_8859_1);
        paths.add(raw.isEmpty() ? root : RawPath.resolve(root, raw));
        start = i + 1;
      }
    }
    return paths;
  }

  /** Whether the file system still says the same. */
  boolean hold(Path root) {
    Statement now = new Statement();
    try (FileStats stats = FileStats.ready(root)) {
      stats.readAll(content, from, length, now);
    } catch (IOException e) {
      return false;
    }
    return now.mix.digest().equals(digest);
  }
}
