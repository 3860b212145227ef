package io.polyplug.cli.running;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes a host the only running one of its user: the lock is the kernel's and ends with the
 * process, however that ends. The note beside it says who holds it.
 */
public final class UpLock implements AutoCloseable {
  private final RunFolder folder;
  private final FileChannel file;

  private UpLock(RunFolder folder, FileChannel file) {
    this.folder = folder;
    this.file = file;
  }

  /** Takes the lock, or says in a {@link RunningProblem} who has it. */
  public static UpLock take(RunFolder folder, Instant now) {
    folder.prepare();
    try {
      FileChannel file =
          FileChannel.open(
              folder.lock(),
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      FileLock lock = tryLock(file);
      if (lock == null) {
        file.close();
        throw new RunningProblem("already_up", "polyplug is already up: " + holder(folder));
      }
      // Whoever left a socket is dead: the lock would be taken otherwise.
      Files.deleteIfExists(folder.socket());
      UpLock taken = new UpLock(folder, file);
      taken.note(
          "pid %d since %s, socket %s"
              .formatted(
                  ProcessHandle.current().pid(),
                  now.truncatedTo(ChronoUnit.SECONDS),
                  folder.socket()));
      return taken;
    } catch (IOException e) {
      throw new RunningProblem(
          "run_folder", "%s cannot be used: %s".formatted(folder.path(), e.getMessage()));
    }
  }

  private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private static String holder(RunFolder folder) throws IOException {
    return Files.exists(folder.note())
        ? Files.readString(folder.note()).strip()
        : "it is starting or ending just now, socket " + folder.socket();
  }

  private void note(String text) throws IOException {
    // Under the lock nobody else writes it, and what a killed host left is written over.
    Path fresh = folder.path().resolve("up.txt.new");
    Files.writeString(fresh, text + "\n");
    Files.move(
        fresh, folder.note(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(folder.note());
      file.close();
    } catch (IOException e) {
      // The process ends now, and with it the lock.
    }
  }
}
