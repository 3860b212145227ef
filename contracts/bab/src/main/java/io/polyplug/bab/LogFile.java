package io.polyplug.bab;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A file that lines are added to, which nobody but its owner can read. When it is full it becomes
 * {@code FILE.1}, in place of the one before. It is open only while a line is written, so that
 * several servers may share it. For one thread at a time.
 */
record LogFile(Path path, long mostBytes) {
  static final long MOST_BYTES = 4L << 20;

  private static final Set<OpenOption> ADDING =
      Set.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.WRITE,
          StandardOpenOption.APPEND,
          LinkOption.NOFOLLOW_LINKS);

  void add(byte[] line) throws IOException {
    if (size() + line.length > mostBytes) {
      Path before = path.resolveSibling(path.getFileName() + ".1");
      Files.move(path, before, StandardCopyOption.REPLACE_EXISTING);
    }
    try (ByteChannel file = Files.newByteChannel(path, ADDING, mode("rw-------"))) {
      // In one piece: others may add to it, too.
      ByteBuffer left = ByteBuffer.wrap(line);
      while (left.hasRemaining()) {
        file.write(left);
      }
    }
  }

  private long size() throws IOException {
    try {
      return Files.size(path);
    } catch (NoSuchFileException e) {
      Files.createDirectories(path.getParent(), mode("rwx------"));
      return 0;
    }
  }

  private static FileAttribute<?> mode(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }
}
