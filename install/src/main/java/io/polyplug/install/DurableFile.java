package io.polyplug.install;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Files and names that are on the disk, whole, when the method returns. */
final class DurableFile {
  /** What a file is called while it is written; swept if its writer died. */
  static final String FRESH = ".new";

  private DurableFile() {}

  /** Puts the content in place at once, in place of any that was there. */
  static void write(Path file, byte[] content) throws IOException {
    Path folder = parent(file);
    Files.createDirectories(folder);
    Path fresh = folder.resolve(file.getFileName() + FRESH);
    try {
      try (FileChannel channel =
          FileChannel.open(
              fresh,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        ByteBuffer left = ByteBuffer.wrap(content);
        while (left.hasRemaining()) {
          channel.write(left);
        }
        channel.force(true);
      }
      move(fresh, file);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  /** Renames within one file system; what was there is replaced. */
  static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    sync(parent(to));
    if (!parent(from).equals(parent(to))) {
      sync(parent(from));
    }
  }

  private static void sync(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  static Path parent(Path file) {
    Path parent = file.getParent();
    if (parent == null) {
      throw new IllegalArgumentException(file + " is in no folder");
    }
    return parent;
  }
}
