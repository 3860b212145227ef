package io.polyplug.monorepo.store;

import java.nio.file.Path;

/**
 * A file that a task made.
 *
 * @param relative its name below the folder that it is anchored at, of plain names only
 * @param file where it lies
 */
public record OutputFile(Path relative, Path file) {
  /** The file, which lies below the anchor. Keeps names that are no text byte for byte. */
  public static OutputFile below(Path anchor, Path file) {
    return new OutputFile(anchor.relativize(file), file);
  }
}
