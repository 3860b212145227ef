package io.polyplug.process.internal;

import io.polyplug.process.Spawner;

/** The native spawner, which starts on its lean thread however little the host holds open. */
public final class LeanSpawner {
  private static final Spawner SPAWNER = new NativeSpawner(new SpawnWays(LibC.closesFrom(), 0));

  private LeanSpawner() {}

  /** Once there is such a thread; for machines that let it be. */
  public static Spawner ready() {
    while (true) {
      LeanStarter lean = LeanStarter.borrow();
      if (lean != null) {
        lean.giveBack();
        return SPAWNER;
      }
      Thread.onSpinWait();
    }
  }
}
