package io.polyplug.monorepo.adapters;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How the dependencies of a language's dishes are installed (section 5.4). */
interface Installer {
  /** Where; the dish, unless dishes share what they depend on. */
  default Path folder(Path dish, Project project) {
    return dish;
  }

  /** Whether it is done once for all dishes with the same folder. */
  default boolean shared() {
    return false;
  }

  /** What is run there, one after another; nothing if there is nothing to install. */
  List<InstallStep> steps(Path folder, Project project, ToolRunner tools);

  /** Why it has to be done; empty if it is not known to be needed. Asks the file system anew. */
  Optional<String> missing(Path folder, Project project, ToolRunner tools);
}
