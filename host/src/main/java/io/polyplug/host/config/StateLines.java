package io.polyplug.host.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/**
 * A short list of lines in the user's state folder, readable by the user alone.
 *
 * <p>A change replaces the file at once and whole; whoever changes it at the same time, in this
 * process or another, waits. Nothing is created before the first change. Safe from any thread.
 */
final class StateLines {
  /** More is not what we wrote. */
  private static final int MAX_BYTES = 1 << 20;

  /** The lock of a file keeps other processes out, and throws at a second thread of this one. */
  private static final ReentrantLock WITHIN_THIS_PROCESS = new ReentrantLock();

  private final Path folder;
  private final Path file;

  StateLines(Path stateFolder, String name) {
    this.folder = stateFolder.toAbsolutePath();
    this.file = folder.resolve(name);
  }

  Path file() {
    return file;
  }

  /** The lines as they are now; none if there is no file. */
  List<String> read() throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] content = in.readNBytes(MAX_BYTES + 1);
      if (content.length > MAX_BYTES) {
        throw new IOException(file + " is larger than " + MAX_BYTES + " bytes");
      }
      // Not with marks for what is no text: they would be written in its place.
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(content))
          .toString()
          .lines()
          .toList();
    } catch (CharacterCodingException e) {
      throw new IOException(file + " is no text in UTF-8", e);
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  void change(UnaryOperator<List<String>> change) throws IOException {
    Files.createDirectories(folder);
    WITHIN_THIS_PROCESS.lock();
    try (FileChannel lock =
            FileChannel.open(
                folder.resolve(file.getFileName() + ".lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        var _ = lock.lock()) {
      replace(change.apply(read()));
    } finally {
      WITHIN_THIS_PROCESS.unlock();
    }
  }

  private void replace(List<String> lines) throws IOException {
    Path fresh =
        Files.createTempFile(
            folder,
            String.valueOf(file.getFileName()),
            ".new",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      Files.write(fresh, lines);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }
}
