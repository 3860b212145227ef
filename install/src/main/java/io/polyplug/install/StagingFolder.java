package io.polyplug.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The folder that one change is prepared in. A JVM that ends in an orderly way deletes it, unless
 * the change was decided: then it gives the change a moment to be carried out. Made, used and
 * closed by one thread, which is interrupted when the JVM ends; whoever made it deletes what is in
 * it before closing.
 */
final class StagingFolder implements AutoCloseable {
  private static final String HELD = "held";
  private static final Duration TO_CLEAR_UP = Duration.ofSeconds(1);
  private static final Duration TO_CARRY_OUT = Duration.ofSeconds(10);

  private final Path path;
  private final Thread worker = Thread.currentThread();
  private final Thread atTheEnd = Thread.ofPlatform().unstarted(this::end);
  private final CountDownLatch over = new CountDownLatch(1);
  private @Nullable StoreLock hold;
  private boolean decided;
  private boolean givenUp;
  private boolean stays;

  private StagingFolder(Path path) {
    this.path = path;
  }

  /** A new one; the caller holds the lock of the store. */
  static StagingFolder in(StoreLayout store) throws IOException {
    Files.createDirectories(store.staging());
    StagingFolder made = new StagingFolder(Files.createTempDirectory(store.staging(), ""));
    try {
      Runtime.getRuntime().addShutdownHook(made.atTheEnd);
    } catch (IllegalStateException e) {
      FileTree.delete(made.path);
      throw new IOException("the program is ending", e);
    }
    return made;
  }

  Path path() {
    return path;
  }

  /** From here on the folder is needed: to be called before the decision is written. */
  synchronized void decide() throws IOException {
    if (givenUp) {
      throw new IOException("the program is ending");
    }
    decided = true;
  }

  /** Keeps others from sweeping it while the store is not locked; until it is closed. */
  void hold() throws IOException {
    hold = StoreLock.take(path.resolve(HELD), "waiting for an answer", Duration.ZERO);
  }

  /** Whether somebody alive holds the folder. */
  static boolean isHeld(Path folder) throws IOException {
    Path file = folder.resolve(HELD);
    if (!FileTree.exists(file)) {
      return false;
    }
    Optional<StoreLock> free = StoreLock.takeIfFree(file, "sweeping");
    if (free.isPresent()) {
      free.get().close();
      StoreLock.forget(file);
    }
    return free.isEmpty();
  }

  /** What was decided is not done: the next command needs what is in it. */
  void leave() {
    stays = true;
  }

  boolean stays() {
    return stays;
  }

  private void end() {
    boolean wait;
    synchronized (this) {
      wait = decided;
      givenUp = !decided;
    }
    try {
      if (wait) {
        over.await(TO_CARRY_OUT.toMillis(), TimeUnit.MILLISECONDS);
        return;
      }
      worker.interrupt();
      over.await(TO_CLEAR_UP.toMillis(), TimeUnit.MILLISECONDS);
      FileTree.delete(path);
      Files.deleteIfExists(DurableFile.parent(path));
    } catch (IOException | InterruptedException e) {
      // The next command sweeps it.
    }
  }

  @Override
  public void close() {
    over.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(atTheEnd);
    } catch (IllegalStateException e) {
      // It is running.
    }
    StoreLock held = hold;
    if (held != null) {
      held.close();
      StoreLock.forget(path.resolve(HELD));
    }
  }
}
