package io.polyplug.install;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.base.UntrustedText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The right to change a store, held by one thread of one process on the machine. It is the
 * kernel's: whoever dies holds it no longer. Says in the file who holds it.
 */
final class StoreLock implements AutoCloseable {
  /**
   * A lock on a file is the process's, and is lost when any channel to that file is closed: so
   * threads of one JVM must take turns before they open it.
   */
  private static final Map<Path, Semaphore> IN_THIS_JVM = new ConcurrentHashMap<>();

  private static final Duration BETWEEN_TRIES = Duration.ofMillis(20);
  private static final int MAX_HOLDER = 200;

  private final Semaphore turn;
  private final FileChannel channel;

  private StoreLock(Semaphore turn, FileChannel channel) {
    this.turn = turn;
    this.channel = channel;
  }

  /** Waits for it; {@link InstallProblem} if somebody else holds it all that time. */
  static StoreLock take(Path file, String purpose, Duration most) throws IOException {
    Deadline deadline = Deadline.in(most, Clock.system());
    Semaphore turn = turn(file);
    try {
      if (!turn.tryAcquire(most.toMillis(), TimeUnit.MILLISECONDS)) {
        throw held(file, "this very process", most);
      }
      try {
        while (true) {
          Optional<StoreLock> taken = open(turn, file, purpose);
          if (taken.isPresent()) {
            return taken.get();
          }
          if (deadline.passed()) {
            throw held(file, holder(file), most);
          }
          TimeUnit.NANOSECONDS.sleep(BETWEEN_TRIES.toNanos());
        }
      } catch (IOException | RuntimeException | InterruptedException e) {
        turn.release();
        throw e;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InstallProblem("Waiting for another command on this store was interrupted", e);
    }
  }

  /** Takes it if it is free this moment. */
  static Optional<StoreLock> takeIfFree(Path file, String purpose) throws IOException {
    try {
      return Optional.of(take(file, purpose, Duration.ZERO));
    } catch (InstallProblem e) {
      return Optional.empty();
    }
  }

  private static Semaphore turn(Path file) {
    return IN_THIS_JVM.computeIfAbsent(file, key -> new Semaphore(1));
  }

  private static Optional<StoreLock> open(Semaphore turn, Path file, String purpose)
      throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        String who = "process " + ProcessHandle.current().pid() + " (" + purpose + ")";
        write(channel, who);
        return Optional.of(new StoreLock(turn, channel));
      }
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
    channel.close();
    return Optional.empty();
  }

  /** Who holds it is good to know, but a full disk must not keep anybody from removing things. */
  private static void write(FileChannel channel, String who) {
    try {
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(who.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      // Then it is held by "another process".
    }
  }

  private static String holder(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer text = ByteBuffer.allocate(MAX_HOLDER);
      channel.read(text);
      String who = StandardCharsets.UTF_8.decode(text.flip()).toString();
      return who.isBlank() ? "another process" : UntrustedText.escape(who);
    }
  }

  private static InstallProblem held(Path file, String who, Duration most) {
    return new InstallProblem(
        "%s is held by %s since more than %d s: wait for it, or end it"
            .formatted(UntrustedText.escape(file.toString()), who, most.toSeconds()));
  }

  /** For a file that nobody will lock again. */
  static void forget(Path file) {
    IN_THIS_JVM.remove(file);
  }

  @Override
  public void close() {
    try (channel) {
      channel.truncate(0);
    } catch (IOException e) {
      // It is free all the same: closing or losing the channel gives the lock back.
    } finally {
      turn.release();
    }
  }
}
