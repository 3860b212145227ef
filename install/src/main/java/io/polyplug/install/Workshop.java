package io.polyplug.install;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Where the changes of a store are made: one at a time across threads and processes, each in a
 * staging folder of its own, after what others left was swept. Every problem of the disk comes out
 * as an {@link InstallProblem}. Safe from any thread.
 */
final class Workshop {
  private final StoreLayout store;
  private final StoreSettings settings;
  private final Steps steps;
  private final Sweep sweep;

  Workshop(StoreLayout store, StoreSettings settings, Steps steps) {
    this.store = store;
    this.settings = settings;
    this.steps = steps;
    this.sweep = new Sweep(store, steps);
  }

  /** What is done while the store is locked; hears what is left unfinished by others. */
  interface Work<T> {
    T with(List<Leftover> leftovers) throws IOException;
  }

  /** What is done in a staging folder. */
  interface StagedWork<T> {
    T in(StagingFolder folder) throws IOException;
  }

  <T> T locked(String purpose, Work<T> work) {
    try {
      Files.createDirectories(store.root());
      try (StoreLock _ = StoreLock.take(store.lock(), purpose, settings.lockTime())) {
        return work.with(sweep.run());
      }
    } catch (Unfinished e) {
      throw new InstallProblem(
          "What was begun could not be finished and will be by the next command on %s: %s"
              .formatted(Recognition.shown(store.root()), e.why()),
          e);
    } catch (IOException e) {
      throw disk(e);
    }
  }

  /** A new staging folder; the lock is held. */
  StagingFolder stage() throws IOException {
    steps.before("stage");
    return StagingFolder.in(store);
  }

  /** Works in a folder, which is deleted if that fails; the lock is held. */
  <T> T in(StagingFolder folder, StagedWork<T> work) throws IOException {
    try {
      return work.in(folder);
    } catch (IOException | RuntimeException e) {
      finish(folder);
      folder.close();
      throw e;
    }
  }

  /** Decides and carries out, and deletes what is left; the lock is held. */
  void carryOut(StagingFolder folder, Change change, Optional<LockEntry> entry) throws IOException {
    change.decide(entry, folder, steps);
    try {
      change.carryOut(steps);
    } catch (IOException e) {
      if (takenBack(change)) {
        throw e;
      }
      folder.leave();
      throw new Unfinished(e);
    }
    finish(folder);
  }

  private static boolean takenBack(Change change) {
    try {
      return change.takeBack();
    } catch (IOException e) {
      return false;
    }
  }

  private void finish(StagingFolder folder) {
    if (!folder.stays()) {
      try {
        sweep.finish(folder.path());
      } catch (IOException e) {
        // The change itself is over; what cannot be deleted is tried again by the next command.
      }
    }
  }

  /**
   * Asks about what is prepared in a folder that is held, and makes the change if it is approved;
   * else, and if that fails, the folder is deleted. Not locked while it asks: whoever is asked may
   * take his time.
   */
  <T> void approved(
      String purpose,
      StagingFolder held,
      BooleanSupplier approval,
      String refusal,
      Work<T> change) {
    try (held) {
      try {
        if (!approval.getAsBoolean()) {
          throw new InstallProblem(refusal);
        }
        locked(purpose, change);
      } catch (RuntimeException e) {
        drop(held);
        throw e;
      }
    }
  }

  /** Deletes a folder that is not needed after all; the lock is not held. */
  private void drop(StagingFolder folder) {
    try {
      Optional<StoreLock> lock = StoreLock.takeIfFree(store.lock(), "cleaning up");
      if (lock.isPresent()) {
        try (StoreLock _ = lock.get()) {
          finish(folder);
        }
      } else if (!folder.stays()) {
        FileTree.delete(folder.path());
      }
    } catch (IOException e) {
      // As above.
    }
  }

  /** Sweeps if there is something to sweep and nobody is at work; gives what resisted. */
  List<Leftover> recover() {
    if (!FileTree.exists(store.staging())) {
      return List.of();
    }
    try {
      Optional<StoreLock> lock = StoreLock.takeIfFree(store.lock(), "recover");
      if (lock.isPresent()) {
        try (StoreLock _ = lock.get()) {
          return sweep.run();
        }
      }
      return List.of();
    } catch (IOException e) {
      return List.of(new Leftover(Optional.empty(), store.staging(), DiskWords.of(e)));
    }
  }

  InstallProblem disk(IOException e) {
    return new InstallProblem(
        "The plugins in %s cannot be changed or read: %s"
            .formatted(Recognition.shown(store.root()), DiskWords.of(e)),
        e);
  }

  /** A change that is decided and not yet done: its folder must stay. */
  private static final class Unfinished extends IOException {
    private static final long serialVersionUID = 1;

    private final String why;

    Unfinished(IOException cause) {
      super(cause);
      why = DiskWords.of(cause);
    }

    String why() {
      return why;
    }
  }
}
