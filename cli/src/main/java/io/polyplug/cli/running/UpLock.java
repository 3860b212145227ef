package io.polyplug.cli.running;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Makes a host the only running one of its user: the lock is the kernel's and ends with the
 * process, however that ends. The note beside it says who holds it.
 */
public final class UpLock implements AutoCloseable {
  private static final int TRIES = 10;
  private static final long PAUSE_NANOS = 20_000_000;

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
      if (!taken(file)) {
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

  /** A command that only looks has it for a moment, and is no host. */
  private static boolean taken(FileChannel file) throws IOException {
    for (int tries = 0; tries < TRIES; tries++) {
      if (tryLock(file, false) != null) {
        return true;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return false;
  }

  private static @Nullable FileLock tryLock(FileChannel file, boolean shared) throws IOException {
    try {
      return file.tryLock(0, Long.MAX_VALUE, shared);
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  /** Whether a host of another process holds it; a folder without the file has none. */
  static boolean isHeld(RunFolder folder) {
    try (FileChannel file = FileChannel.open(folder.lock(), StandardOpenOption.READ)) {
      return tryLock(file, true) == null;
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new RunningProblem(
          "run_folder", "%s cannot be used: %s".formatted(folder.lock(), e.getMessage()));
    }
  }

  /** Who has it, as far as that is known. */
  static String holder(RunFolder folder) {
    try {
      return Files.readString(folder.note()).strip();
    } catch (IOException e) {
      return "starting or ending just now, socket " + folder.socket();
    }
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
