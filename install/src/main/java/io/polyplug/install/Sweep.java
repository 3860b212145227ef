package io.polyplug.install;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Puts a store in order after whoever worked on it last, dead or alive: what was decided is carried
 * out, everything else that is left is deleted, but for what somebody alive holds. What resists is
 * left where it is and told of, and stops nothing else. Whoever calls holds the {@link StoreLock}.
 */
final class Sweep {
  private final StoreLayout store;
  private final Steps steps;

  Sweep(StoreLayout store, Steps steps) {
    this.store = store;
    this.steps = steps;
  }

  /** Gives what could not be put in order. */
  List<Leftover> run() {
    List<Leftover> unfinished = new ArrayList<>();
    List<Leftover> rubbish = new ArrayList<>();
    trying(store.staging(), unfinished, () -> changes(unfinished, rubbish));
    trying(store.root(), rubbish, () -> removed(rubbish));
    if (unfinished.isEmpty()) {
      // What an unfinished change still needs must not look like something without an owner.
      trying(store.state(), rubbish, this::lockFiles);
      trying(store.previous(), rubbish, this::previousVersions);
    }
    unfinished.addAll(rubbish);
    return List.copyOf(unfinished);
  }

  private interface Task {
    void run() throws IOException;
  }

  private static void trying(Path at, List<Leftover> leftovers, Task task) {
    try {
      task.run();
    } catch (IOException e) {
      leftovers.add(new Leftover(Optional.empty(), at, DiskWords.of(e)));
    } catch (InstallProblem e) {
      leftovers.add(new Leftover(Optional.empty(), at, String.valueOf(e.getMessage())));
    }
  }

  private void changes(List<Leftover> unfinished, List<Leftover> rubbish) throws IOException {
    for (Path left : FileTree.children(store.staging())) {
      trying(left, unfinished, () -> change(left, unfinished, rubbish));
    }
    dropStaging();
  }

  private void change(Path left, List<Leftover> unfinished, List<Leftover> rubbish)
      throws IOException {
    if (!Files.isDirectory(left, LinkOption.NOFOLLOW_LINKS)) {
      trying(left, rubbish, () -> FileTree.delete(left));
      return;
    }
    if (StagingFolder.isHeld(left)) {
      return;
    }
    Optional<Change> change = Change.decided(store, left);
    if (change.isPresent()) {
      try {
        change.get().carryOut(steps);
      } catch (IOException e) {
        unfinished.add(new Leftover(Optional.of(change.get().id()), left, DiskWords.of(e)));
        return;
      }
    }
    trying(left, rubbish, () -> finish(left));
  }

  private void removed(List<Leftover> leftovers) throws IOException {
    for (Path left : FileTree.children(store.root())) {
      if (store.isRemoved(left)) {
        trying(left, leftovers, () -> FileTree.delete(left));
      }
    }
  }

  private void lockFiles() throws IOException {
    for (Path entry : FileTree.children(store.state())) {
      String id = StoreLayout.idOf(entry);
      // Of no package, or of one that somebody removed by hand.
      if (!PackageId.isPlain(id) || !FileTree.exists(store.folder(id))) {
        FileTree.delete(entry);
      }
    }
  }

  private void previousVersions() throws IOException {
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
