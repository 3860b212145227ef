package io.polyplug.bench.scenario;

import java.time.Duration;
import java.util.Arrays;

/** Times many runs of the same short work. */
final class Times {
  private static final int MOST = 200_000;

  private Times() {}

  /** Something whose duration matters. */
  interface Work {
    void run() throws Exception;
  }

  /**
   * The median, because on a shared machine a few runs are interrupted for longer than all others
   * take together.
   */
  static double medianMicros(Duration length, Work work) throws Exception {
    long[] taken = new long[MOST];
    int count = 0;
    long before = System.nanoTime();
    long until = before + length.toNanos();
    while (before < until && count < MOST) {
      work.run();
      long after = System.nanoTime();
      taken[count++] = after - before;
      before = after;
    }
    long[] sorted = Arrays.copyOf(taken, count);
    Arrays.sort(sorted);
    return sorted[count / 2] / 1e3;
  }
}
