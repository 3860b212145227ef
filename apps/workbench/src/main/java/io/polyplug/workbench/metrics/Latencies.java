package io.polyplug.workbench.metrics;

/**
 * How long calls took, in buckets that are at most a sixteenth of their value wide. Small enough to
 * have one for each second. Not thread-safe.
 */
final class Latencies {
  private static final int STEPS = 16;
  private static final int STEP_BITS = 4;

  /** Up to about 19 hours in microseconds; what takes longer counts as that. */
  private static final int BUCKETS = 33 * STEPS;

  private final int[] counts = new int[BUCKETS];
  private long all;

  void add(long micros) {
    counts[bucket(micros)]++;
    all++;
  }

  void add(Latencies other) {
    for (int i = 0; i < BUCKETS; i++) {
      counts[i] += other.counts[i];
    }
    all += other.all;
  }

  /** Small values have a bucket each; above, each doubling has as many as there are steps. */
  private static int bucket(long micros) {
    long value = Math.max(0, micros);
    if (value < STEPS) {
      return (int) value;
    }
    int doubling = Long.SIZE - 1 - Long.numberOfLeadingZeros(value) - STEP_BITS;
    int step = (int) (value >>> doubling) - STEPS;
    return Math.min(BUCKETS - 1, (doubling + 1) * STEPS + step);
  }

  /** The largest value that a bucket stands for. */
  private static long value(int bucket) {
    if (bucket < STEPS) {
      return bucket;
    }
    int doubling = bucket / STEPS - 1;
    return ((long) (STEPS + bucket % STEPS + 1) << doubling) - 1;
  }

  /** The value that this share of all calls did not exceed; 0 if there were none. */
  long micros(double share) {
    long wanted = Math.max(1, (long) Math.ceil(share * all));
    long seen = 0;
    for (int i = 0; i < BUCKETS; i++) {
      seen += counts[i];
      if (seen >= wanted) {
        return value(i);
      }
    }
    return 0;
  }
}
