package io.polyplug.monorepo.adapters;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The four package managers of Node, as far as they differ in installing. */
enum NodePackager {
  NPM("npm"),
  PNPM("pnpm"),
  YARN("yarn"),
  BUN("bun");

  /** How much of a lock file tells its version. */
  private static final int LOCK_HEAD = 256;

  private final String program;

  NodePackager(String program) {
    this.program = program;
  }

  private List<String> lockFiles() {
    return switch (this) {
      case NPM -> List.of("package-lock.json");
      case PNPM -> List.of("pnpm-lock.yaml");
      case YARN -> List.of("yarn.lock");
      case BUN -> List.of("bun.lock", "bun.lockb");
    };
  }

  /** The files of which an install leaves one behind. */
  private List<String> marks() {
    return switch (this) {
      case NPM -> List.of("node_modules/.package-lock.json");
      case PNPM -> List.of("node_modules/.modules.yaml");
      case YARN ->
          List.of(".pnp.cjs", "node_modules/.yarn-state.yml", "node_modules/.yarn-integrity");
      case BUN -> List.of();
    };
  }

  /** Whom a {@code packageManager} such as {@code pnpm@9.1.0} names. */
  static NodePackager declared(String text) {
    int at = text.indexOf('@');
    return switch (at < 0 ? text : text.substring(0, at)) {
      case "pnpm" -> PNPM;
      case "yarn" -> YARN;
      case "bun" -> BUN;
      default -> NPM;
    };
  }

  List<String> installCommand(Path folder) {
    Path lock = lockFile(folder);
    if (this == NPM) {
      return List.of("npm", lock == null ? "install" : "ci");
    }
    if (lock == null) {
      return List.of(program, "install");
    }
    boolean modern = this == YARN && !isClassicYarn(lock);
    return List.of(program, "install", modern ? "--immutable" : "--frozen-lockfile");
  }

  private @Nullable Path lockFile(Path folder) {
    for (String name : lockFiles()) {
      if (Files.isRegularFile(folder.resolve(name))) {
        return folder.resolve(name);
      }
    }
    return null;
  }

  private static boolean isClassicYarn(Path lock) {
    Optional<String> text = TextFile.head(lock, LOCK_HEAD);
    return text.isPresent() && text.get().contains("yarn lockfile v1");
  }

  /** What an install would have left behind; empty if it did. */
  Optional<String> missing(Path folder) {
    if (this == BUN) {
      @Nullable String @Nullable [] modules = new File(folder.toString(), "node_modules").list();
      boolean there = modules != null && modules.length > 0;
      return there ? Optional.empty() : Optional.of("node_modules missing");
    }
    for (String mark : marks()) {
      if (Files.exists(folder.resolve(mark))) {
        return Optional.empty();
      }
    }
    return Optional.of(marks().getLast() + " missing");
  }
}
