package io.polyplug.monorepo.store;

/** What became of an attempt to bring a kept result back. */
public sealed interface Restoration {
  /** All files are there. */
  record Restored(int files) implements Restoration {}

  /** There is no such bundle. */
  record Absent() implements Restoration {}

  /**
   * The bundle is bad and is deleted.
   *
   * @param reason a sentence for people
   * @param written how many files were put in place before that was seen, mostly none
   */
  record Rejected(String reason, int written) implements Restoration {}

  /**
   * The bundle is good and is kept, but its files could not all be written.
   *
   * @param reason a sentence for people
   * @param written how many files were put in place
   */
  record Incomplete(String reason, int written) implements Restoration {}
}
