package io.polyplug.ainb.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A path that the guard let pass. Neither part went through a link when it was checked, so none may
 * be met when it is opened.
 *
 * @param root the allowed folder, or the allowed file itself
 * @param path inside of it, or the same
 */
record Place(Path root, Path path) {
  /** The last name; absent for the root of the file system. */
  Optional<Path> name() {
    return Optional.ofNullable(path.getFileName());
  }

  /** Opens the folder that the path is in; the caller closes it. */
  OpenFolder openParent() throws IOException {
    Path parent = path.getParent();
    if (path.equals(root) && parent != null) {
      return OpenFolder.at(parent);
    }
    List<Path> names = names();
    return OpenFolder.walk(root, names.subList(0, Math.max(0, names.size() - 1)));
  }

  /** Opens the folder that the path is; the caller closes it. */
  OpenFolder open() throws IOException {
    return OpenFolder.walk(root, names());
  }

  private List<Path> names() {
    List<Path> names = new ArrayList<>();
    if (!path.equals(root)) {
      root.relativize(path).forEach(names::add);
    }
    return names;
  }
}
