package io.polyplug.install;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Puts a store in order after whoever worked on it last, dead or alive: what was decided is carried
 * out, everything else that is left is deleted. Whoever calls holds the {@link StoreLock}.
 */
final class Sweep {
  private final StoreLayout store;
  private final Steps steps;

  Sweep(StoreLayout store, Steps steps) {
    this.store = store;
    this.steps = steps;
  }

  void run() throws IOException {
    for (Path left : FileTree.children(store.staging())) {
      Optional<Change> change = Change.decided(store, left);
      if (change.isPresent()) {
        change.get().carryOut(steps);
      }
      finish(left);
    }
    dropStaging();
    for (Path entry : FileTree.children(store.state())) {
      String id = StoreLayout.idOf(entry);
      if (id.isEmpty() || !PackageId.isPlain(id)) {
        Files.deleteIfExists(entry);
      } else if (!FileTree.exists(store.folder(id))) {
        // Somebody removed the package by hand.
        Files.deleteIfExists(entry);
      }
    }
    for (Path kept : FileTree.children(store.previous())) {
      String id = String.valueOf(kept.getFileName());
      if (!PackageId.isPlain(id) || !FileTree.exists(store.lockFile(id))) {
        FileTree.delete(kept);
      }
    }
  }

  /** Deletes the folder of a change, and with the last one the staging folder. */
  void finish(Path changeFolder) throws IOException {
    steps.before("clean up");
    // The decision goes first: a folder that is half deleted must not look undone.
    Files.deleteIfExists(changeFolder.resolve(Change.DECISION));
    FileTree.delete(changeFolder);
    dropStaging();
  }

  private void dropStaging() throws IOException {
    try {
      Files.deleteIfExists(store.staging());
    } catch (DirectoryNotEmptyException e) {
      // Another change is left to sweep.
    }
  }
}
