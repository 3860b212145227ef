package io.polyplug.ainb.files;

import java.nio.file.Path;
import java.util.Iterator;

/** The last names of paths. */
record FileNames(Iterator<Path> paths) implements Iterator<Path> {
  @Override
  public boolean hasNext() {
    return paths.hasNext();
  }

  @Override
  public Path next() {
    Path path = paths.next();
    Path name = path.getFileName();
    return name == null ? path : name;
  }
}
