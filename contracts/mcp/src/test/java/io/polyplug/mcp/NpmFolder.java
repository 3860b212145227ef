package io.polyplug.mcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The folder in which npm has put real servers and the conformance kit: named by the property
 * {@code polyplug.npm} or the variable {@code POLYPLUG_NPM}, else one at or above the project.
 */
record NpmFolder(Path modules) {
  static Optional<NpmFolder> with(String packageName) {
    String named = System.getProperty("polyplug.npm", System.getenv("POLYPLUG_NPM"));
    if (named != null && !named.isBlank()) {
      return in(Path.of(named), packageName);
    }
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Optional<NpmFolder> found = in(at, packageName);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<NpmFolder> in(Path folder, String packageName) {
    Path modules = folder.toAbsolutePath().resolve("node_modules");
    return Files.isDirectory(modules.resolve(packageName))
        ? Optional.of(new NpmFolder(modules))
        : Optional.empty();
  }

  /** A node of its own if there is one, which may be newer than the machine's. */
  String node() {
    Path own = modules.resolve("node/bin/node");
    return Files.isExecutable(own) ? own.toString() : "node";
  }

  /** A program of a package. */
  Path program(String path) throws IOException {
    return modules.resolve(path).toRealPath();
  }
}
