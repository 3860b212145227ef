package io.polyplug.install;

import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One change of the store. Everything it needs is in a folder of its own below the staging folder.
 * Until {@link #decide} the store is as it was, and deleting the folder undoes everything; from
 * then on {@link #carryOut} brings it to its end, also after a crash at any step, also twice. Each
 * step is one rename or one file replaced, and each asks what is done already. Whoever calls holds
 * the {@link StoreLock}.
 */
record Change(StoreLayout store, Path folder, Kind kind, String id) {
  /** Tells that the change was decided; deleted first when it is over. */
  static final String DECISION = "change.json";

  private static final int MAX_DECISION = 64 * 1024;

  /** What becomes of the package. */
  enum Kind {
    INSTALL,
    UPGRADE,
    ROLLBACK,
    UNINSTALL
  }

  /** The new package, until it is in its place. */
  Path fresh() {
    return folder.resolve("package");
  }

  /** The lock file of the new package. */
  private Path entry() {
    return folder.resolve("entry.json");
  }

  /** What goes to the previous versions: a folder with {@code package} and {@code entry.json}. */
  private Path outgoing() {
    return folder.resolve("previous");
  }

  private Path removed() {
    return folder.resolve("removed");
  }

  private static Path packageIn(Path version) {
    return version.resolve("package");
  }

  static Path entryIn(Path version) {
    return version.resolve("entry.json");
  }

  /**
   * Writes down what is to be done, all of it, so that only {@link #carryOut} is left. Nothing is
   * written for an uninstallation, which needs room on a full disk: once the package has left its
   * place, what is left of it has no owner, and whoever sweeps deletes it.
   */
  void decide(Optional<LockEntry> incoming, StagingFolder staging, Steps steps) throws IOException {
    steps.before("look whether it can be moved");
    for (Path moved :
        List.of(store.folder(id), store.previous(id), packageIn(store.previous(id)))) {
      makeMovable(moved);
    }
    if (kind == Kind.UNINSTALL) {
      staging.decide();
      return;
    }
    if (incoming.isPresent()) {
      steps.before("note the new lock file");
      DurableFile.write(entry(), LockFile.bytes(incoming.get()));
    }
    if (kind == Kind.UPGRADE || kind == Kind.ROLLBACK) {
      steps.before("note the old lock file");
      DurableFile.write(entryIn(outgoing()), Files.readAllBytes(store.lockFile(id)));
    }
    steps.before("decide");
    staging.decide();
    DurableFile.write(
        folder.resolve(DECISION),
        Json.object(
                out -> {
                  out.writeStringProperty("do", kind.name().toLowerCase(Locale.ROOT));
                  out.writeStringProperty("id", id);
                })
            .toByteArray());
  }

  private void makeMovable(Path moved) {
    try {
      FileTree.makeMovable(moved);
    } catch (IOException e) {
      throw new InstallProblem(
          "%s stays as it is, because its folder cannot be moved (%s): give yourself the right to write there, then try again"
              .formatted(id, DiskWords.of(e)),
          e);
    }
  }

  /** Takes the decision back if nothing of it was done yet; whether that was so. */
  boolean takeBack() throws IOException {
    boolean begun =
        switch (kind) {
          case INSTALL -> !FileTree.exists(fresh());
          case UPGRADE, ROLLBACK ->
              !FileTree.exists(outgoing()) || FileTree.exists(packageIn(outgoing()));
          case UNINSTALL -> FileTree.exists(removed());
        };
    if (begun) {
      return false;
    }
    if (kind == Kind.ROLLBACK && FileTree.exists(fresh())) {
      DurableFile.move(fresh(), packageIn(store.previous(id)));
    }
    if (kind == Kind.INSTALL) {
      Files.deleteIfExists(store.lockFile(id));
    }
    Files.deleteIfExists(folder.resolve(DECISION));
    return true;
  }

  /** The change that a folder is about; empty if it was never decided. */
  static Optional<Change> decided(StoreLayout store, Path folder) throws IOException {
    try {
      byte[] decision;
      try (InputStream in = Files.newInputStream(folder.resolve(DECISION))) {
        decision = in.readNBytes(MAX_DECISION);
      }
      Map<String, Json> members = JsonParts.members(Json.parse(decision));
      String kind = Objects.requireNonNull(members.get("do")).stringValue();
      String id = Objects.requireNonNull(members.get("id")).stringValue();
      return Optional.of(
          new Change(
              store,
              folder,
              Kind.valueOf(String.valueOf(kind).toUpperCase(Locale.ROOT)),
              PackageId.checked(String.valueOf(id))));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (InvalidJson | IllegalArgumentException | NullPointerException e) {
      throw new InstallProblem("its " + DECISION + " is not of this version of polyplug", e);
    }
  }

  void carryOut(Steps steps) throws IOException {
    switch (kind) {
      case INSTALL -> install(steps);
      case UPGRADE, ROLLBACK -> replace(steps);
      case UNINSTALL -> uninstall(steps);
    }
  }

  private void install(Steps steps) throws IOException {
    if (!FileTree.exists(fresh()) || FileTree.exists(store.folder(id))) {
      // Done, or somebody has put a folder of that name there by hand: that one stays.
      return;
    }
    writeEntry(steps);
    steps.before("show the package");
    DurableFile.move(fresh(), store.folder(id));
  }

  private void replace(Steps steps) throws IOException {
    Path kept = store.previous(id);
    boolean swapped = FileTree.exists(packageIn(outgoing()));
    if (kind == Kind.ROLLBACK
        && FileTree.exists(outgoing())
        && !swapped
        && !FileTree.exists(fresh())) {
      steps.before("take the previous version");
      DurableFile.move(packageIn(kept), fresh());
    }
    if (FileTree.exists(fresh())) {
      if (!swapped && FileTree.exists(store.folder(id))) {
        steps.before("take the old version away");
        DurableFile.move(store.folder(id), packageIn(outgoing()));
      }
      steps.before("show the new version");
      DurableFile.move(fresh(), store.folder(id));
    }
    if (FileTree.exists(outgoing())) {
      writeEntry(steps);
      if (FileTree.exists(kept)) {
        steps.before("drop what was kept before");
        DurableFile.move(kept, folder.resolve("dropped"));
      }
      steps.before("keep the old version");
      Files.createDirectories(store.previous());
      DurableFile.move(outgoing(), kept);
    }
  }

  private void uninstall(Steps steps) throws IOException {
    if (!FileTree.exists(removed()) && FileTree.exists(store.folder(id))) {
      steps.before("take the package away");
      DurableFile.move(store.folder(id), removed());
    }
    if (!FileTree.exists(store.folder(id))) {
      steps.before("forget the package");
      Files.deleteIfExists(store.lockFile(id));
      steps.before("drop the previous version");
      if (FileTree.exists(store.previous(id))) {
        DurableFile.move(store.previous(id), folder.resolve("dropped"));
      }
    }
  }

  /**
   * Uninstalls without a folder of its own, where none can be made: the package is renamed, which
   * needs no room, to {@link #folder}, and deleted there.
   */
  void uninstallInPlace(IOException otherwise) throws IOException {
    try {
      FileTree.delete(folder);
      DurableFile.move(store.folder(id), folder);
    } catch (IOException e) {
      otherwise.addSuppressed(e);
      throw otherwise;
    }
    Files.deleteIfExists(store.lockFile(id));
    try {
      FileTree.delete(folder);
      FileTree.delete(store.previous(id));
    } catch (IOException e) {
      // It is uninstalled; the next command that changes the store deletes the rest.
    }
  }

  private void writeEntry(Steps steps) throws IOException {
    steps.before("write the lock file");
    DurableFile.write(store.lockFile(id), Files.readAllBytes(entry()));
  }
}
