package io.polyplug.install;

import io.polyplug.base.UntrustedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds what is meant to be removed, which must be a plugin, and removes it. */
record Removal(StoreLayout store, Recognition recognition, Workshop workshop) {
  /** Removes what is in the folder of that name; the lock is held. */
  void remove(String name) throws IOException {
    StagingFolder folder;
    try {
      folder = workshop.stage();
    } catch (IOException e) {
      // A full disk may have no room for a folder, and is what somebody uninstalls for.
      new Change(store, store.removed(name), Change.Kind.UNINSTALL, name).uninstallInPlace(e);
      return;
    }
    workshop.in(
        folder,
        in -> {
          workshop.carryOut(
              in, new Change(store, in.path(), Change.Kind.UNINSTALL, name), Optional.empty());
          in.close();
          return name;
        });
  }

  /**
   * The folder of a package. Somebody may have copied a plugin by hand into a folder of any name.
   */
  String folderNamed(String id) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path folder : FileTree.children(store.root())) {
      String name = String.valueOf(folder.getFileName());
      if (PackageId.isPlain(name)
          && Files.isDirectory(folder)
          && recognition.idOf(folder).filter(id::equals).isPresent()) {
        found.add(name);
      }
    }
    if (found.size() > 1) {
      throw new InstallProblem(
          "There are several installations of %s: name one of the folders %s"
              .formatted(UntrustedText.escape(id), String.join(", ", found)));
    }
    if (found.isEmpty() && !FileTree.exists(store.folder(id))) {
      throw recognition.unknown(store.root(), id);
    }
    String name = found.isEmpty() ? id : found.getFirst();
    Path folder = store.folder(name);
    if (!Files.isDirectory(folder)
        || !(FileTree.exists(store.lockFile(name)) || recognition.knows(folder))) {
      throw new InstallProblem(
          Recognition.shown(folder)
              + " is not a plugin, so it is not removed: delete it by hand if it is of no use");
    }
    return name;
  }
}
