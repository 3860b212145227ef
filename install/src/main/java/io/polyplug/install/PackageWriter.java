package io.polyplug.install;

import io.polyplug.install.web.ContentDigest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Fills an empty folder with the files of a package, within bounds, and notes what it wrote. It
 * creates every file and folder itself and never opens one that is there. Used by one thread.
 */
final class PackageWriter {
  private static final int BUFFER = 128 * 1024;

  private final Path folder;
  private final StoreSettings bounds;
  private final Progress progress;
  private final long expected;
  private final Map<String, Seen> seen = new HashMap<>();
  private final List<FileRecord> files = new ArrayList<>();
  private final byte[] buffer = new byte[BUFFER];
  private int entries;
  private long total;

  /** A name that is taken: how it is spelled, and whether an entry of its own named it. */
  private record Seen(String spelling, boolean isFolder, boolean named) {}

  /** What came out of an entry. */
  record Written(long size, long crc) {}

  PackageWriter(Path folder, StoreSettings bounds, long expected, Progress progress) {
    this.folder = folder;
    this.bounds = bounds;
    this.expected = expected;
    this.progress = progress;
  }

  /** Makes a folder of the package. */
  void folder(EntryPath path) throws IOException {
    if (!path.isRoot()) {
      claim(path, true);
      Path made = resolve(path);
      try {
        Files.createDirectories(made);
      } catch (IOException e) {
        throw new WriteProblem(e);
      }
    }
  }

  /**
   * Writes a file of the package.
   *
   * @param mode the permissions, of which only those for reading, writing and executing count; 0
   *     for the usual ones
   * @param most what the content may be at most
   */
  Written file(EntryPath path, int mode, InputStream content, long most) throws IOException {
    if (path.isRoot()) {
      throw new BadPackage("there is a file without a name");
    }
    claim(path, false);
    Path file = resolve(path);
    MessageDigest digest = ContentDigest.engine("sha256");
    CRC32 crc = new CRC32();
    long size = 0;
    try (OutputStream out = create(file)) {
      for (int n = content.read(buffer); n >= 0; n = content.read(buffer)) {
        size += n;
        total += n;
        if (size > most) {
          throw new BadPackage(
              "\"" + BadPackage.shown(path.toString()) + "\" is larger than it says");
        }
        if (total > bounds.maxUnpacked()) {
          throw tooLarge();
        }
        write(out, n);
        digest.update(buffer, 0, n);
        crc.update(buffer, 0, n);
        progress.at("unpacking", total, expected);
      }
    }
    files.add(
        new FileRecord(
            path.toString(), size, written(file, mode), HexFormat.of().formatHex(digest.digest())));
    return new Written(size, crc.getValue());
  }

  private static OutputStream create(Path file) throws WriteProblem {
    try {
      Files.createDirectories(DurableFile.parent(file));
      return Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new WriteProblem(e);
    }
  }

  private void write(OutputStream out, int length) throws WriteProblem {
    try {
      out.write(buffer, 0, length);
    } catch (IOException e) {
      throw new WriteProblem(e);
    }
  }

  /** Gives the file its mode, of which the folder says what the user allows; and its time. */
  private Instant written(Path file, int mode) throws WriteProblem {
    try {
      FileMode.set(file, mode, FileMode.of(folder));
      return Files.getLastModifiedTime(file).toInstant();
    } catch (IOException e) {
      throw new WriteProblem(e);
    }
  }

  List<FileRecord> files() {
    return List.copyOf(files);
  }

  BadPackage tooLarge() {
    return new BadPackage(
        "it is larger than " + bounds.maxUnpacked() + " bytes when it is unpacked");
  }

  private void count() throws BadPackage {
    if (++entries > bounds.maxEntries()) {
      throw new BadPackage("it has more than " + bounds.maxEntries() + " files and folders");
    }
  }

  private void claim(EntryPath path, boolean isFolder) throws BadPackage {
    StringBuilder at = new StringBuilder();
    int last = path.parts().size() - 1;
    for (int i = 0; i <= last; i++) {
      at.append(i == 0 ? "" : "/").append(path.parts().get(i));
      boolean named = i == last;
      boolean folderHere = !named || isFolder;
      String spelling = at.toString();
      String key = EntryPath.folded(spelling);
      Seen before = seen.get(key);
      if (before == null) {
        count();
      }
      if (before == null || (named && isFolder && same(before, spelling) && !before.named())) {
        seen.put(key, new Seen(spelling, folderHere, named));
      } else if (named || !same(before, spelling)) {
        throw new BadPackage(
            "two entries are for the same path: \"%s\" and \"%s\""
                .formatted(BadPackage.shown(before.spelling()), BadPackage.shown(spelling)));
      }
    }
  }

  private static boolean same(Seen before, String spelling) {
    return before.isFolder() && before.spelling().equals(spelling);
  }

  private Path resolve(EntryPath path) throws BadPackage {
    Path resolved = folder.resolve(path.toString()).normalize();
    if (!resolved.startsWith(folder) || resolved.equals(folder)) {
      throw new BadPackage(
          "the name \"" + BadPackage.shown(path.toString()) + "\" leads out of the package");
    }
    return resolved;
  }
}
