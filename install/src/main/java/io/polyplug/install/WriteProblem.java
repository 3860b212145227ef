package io.polyplug.install;

import java.io.IOException;

/** A file of a package could not be written: the fault of the disk, not of the package. */
final class WriteProblem extends IOException {
  private static final long serialVersionUID = 1;

  WriteProblem(IOException cause) {
    super(DiskWords.of(cause), cause);
  }
}
