package io.polyplug.monorepo.adapters;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * What the four package managers share: who manages a dish (section 5.1) and where its dependencies
 * are installed (section 5.4). Every {@code package.json} is read once. Safe from any thread.
 */
final class NodeProjects {
  static final String FILE = "package.json";

  /** Of these the first that a folder holds tells its manager. */
  private static final String[] LOCK_FILES = {
    "pnpm-lock.yaml",
    "yarn.lock",
    "bun.lock",
    "bun.lockb",
    "package-lock.json",
    "npm-shrinkwrap.json"
  };

  private static final NodePackager[] LOCK_OWNERS = {
    NodePackager.PNPM,
    NodePackager.YARN,
    NodePackager.BUN,
    NodePackager.BUN,
    NodePackager.NPM,
    NodePackager.NPM
  };

  private final ConcurrentMap<Path, Optional<PackageJson>> files = new ConcurrentHashMap<>();
  private final ConcurrentMap<Path, Optional<NodePackager>> managers = new ConcurrentHashMap<>();
  private final Surroundings around;

  NodeProjects(Surroundings around) {
    this.around = around;
  }

  /** The file in this folder; empty if there is none. */
  Optional<PackageJson> packageJson(Path folder) {
    Optional<PackageJson> known = files.get(folder);
    if (known == null) {
      byte[] content = around.bytes(folder, FILE);
      known = content == null ? Optional.empty() : Optional.of(PackageJson.parse(content));
      files.put(folder, known);
    }
    return known;
  }

  /** Who manages the dish; empty if it is no project of Node. */
  Optional<NodePackager> manager(Path dish) {
    Optional<NodePackager> known = managers.get(dish);
    if (known == null) {
      known = around.file(dish, FILE) ? Optional.of(decide(dish)) : Optional.empty();
      managers.put(dish, known);
    }
    return known;
  }

  private NodePackager decide(Path dish) {
    NodePackager byLock = null;
    for (Path folder : around.upward(dish)) {
      Optional<PackageJson> file = packageJson(folder);
      String declared = file.isPresent() ? file.get().manager() : null;
      if (declared != null) {
        return NodePackager.declared(declared);
      }
      if (byLock == null) {
        byLock = lockOwner(folder);
      }
    }
    return byLock == null ? NodePackager.NPM : byLock;
  }

  private @Nullable NodePackager lockOwner(Path folder) {
    for (int i = 0; i < LOCK_FILES.length; i++) {
      if (around.file(folder, LOCK_FILES[i])) {
        return LOCK_OWNERS[i];
      }
    }
    return null;
  }

  /** The nearest folder above the dish that is the root of Node workspaces, else the dish. */
  Path installFolder(Path dish) {
    List<Path> folders = around.upward(dish);
    for (int i = 1; i < folders.size(); i++) {
      if (isWorkspaceRoot(folders.get(i))) {
        return folders.get(i);
      }
    }
    return dish;
  }

  private boolean isWorkspaceRoot(Path folder) {
    Optional<PackageJson> file = packageJson(folder);
    return around.file(folder, "pnpm-workspace.yaml")
        || (file.isPresent() && file.get().workspaces());
  }

  /** Whether the folder has no dependencies of its own and none of workspaces below. */
  boolean nothingToInstall(Path folder) {
    Optional<PackageJson> file = packageJson(folder);
    return file.isPresent()
        && !file.get().broken()
        && !file.get().dependencies()
        && !isWorkspaceRoot(folder);
  }
}
