package io.polyplug.monorepo.key;

/** A file is no longer what the walk saw, so there has to be another walk. */
final class ChangedMeanwhile extends Exception {
  ChangedMeanwhile() {
    super("a file changed while it was read");
  }
}
