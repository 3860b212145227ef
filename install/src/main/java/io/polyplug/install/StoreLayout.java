package io.polyplug.install;

import io.polyplug.host.PluginInfo;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where things are in a store. Names that begin with a dot are never plugins to a scan.
 *
 * @param root the folder that plugins are installed in
 */
record StoreLayout(Path root) {
  private static final String STATE = ".state";
  private static final String REMOVED = ".removed-";
  private static final String JSON = ".json";

  /** A manifest may be in the single folder of a package, hardly deeper. */
  private static final int MAX_DEPTH = 3;

  /** The store that a plugin is installed in; empty if it has no lock file. */
  static Optional<StoreLayout> of(PluginInfo plugin) {
    if (!PackageId.isPlain(plugin.installation())) {
      return Optional.empty();
    }
    Path at = plugin.origin().toAbsolutePath().normalize();
    for (int depth = 0; depth < MAX_DEPTH; depth++) {
      Path parent = at.getParent();
      if (parent == null) {
        return Optional.empty();
      }
      StoreLayout store = new StoreLayout(parent);
      if (at.endsWith(plugin.installation())
          && FileTree.exists(store.lockFile(plugin.installation()))) {
        return Optional.of(store);
      }
      at = parent;
    }
    return Optional.empty();
  }

  Path folder(String id) {
    return root.resolve(PackageId.checked(id));
  }

  /** The lock files of all packages. */
  Path state() {
    return root.resolve(STATE);
  }

  Path lockFile(String id) {
    return state().resolve(PackageId.checked(id) + JSON);
  }

  /** The version before, with its lock file, for each package that was upgraded. */
  Path previous() {
    return root.resolve(".previous");
  }

  Path previous(String id) {
    return previous().resolve(PackageId.checked(id));
  }

  /** What is under way; not there while nothing is. */
  Path staging() {
    return root.resolve(".staging");
  }

  /** Where a package is put to be deleted when nothing can be staged, on a full disk. */
  Path removed(String id) {
    return root.resolve(REMOVED + PackageId.checked(id));
  }

  boolean isRemoved(Path inRoot) {
    return String.valueOf(inRoot.getFileName()).startsWith(REMOVED);
  }

  /** Held by the one who changes the store. */
  Path lock() {
    return root.resolve(".lock");
  }

  /** The id that a lock file is for; empty if it is none. */
  static String idOf(Path lockFile) {
    String name = String.valueOf(lockFile.getFileName());
    return name.endsWith(JSON) ? name.substring(0, name.length() - JSON.length()) : "";
  }
}
