package io.polyplug.process.internal;

/**
 * How starts are made, where there is a choice.
 *
 * @param closesFrom whether the C library can close all descriptors from one on
 * @param leanFrom from which number of a descriptor on {@link LeanStarter} is asked
 */
record SpawnWays(boolean closesFrom, int leanFrom) {
  /**
   * As many descriptors cost a start about as much as its way to another thread and back: measured,
   * with about 170 children.
   */
  private static final int MANY = 512;

  static SpawnWays ofMachine() {
    return new SpawnWays(LibC.closesFrom(), MANY);
  }
}
