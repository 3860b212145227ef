package io.polyplug.monorepo.run;

/** Asked before anything is installed or run. Safe from any thread. */
interface WorkRule {
  /** For runs that do what there is to do. */
  WorkRule ANY = () -> {};

  /**
   * Returns if work may be done.
   *
   * @throws InterruptedException if the run is to end instead
   */
  void beforeWork() throws InterruptedException;
}
