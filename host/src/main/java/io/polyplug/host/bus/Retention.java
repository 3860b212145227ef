package io.polyplug.host.bus;

/**
 * How much of one publisher is retained. Beyond it that publisher's oldest values are forgotten,
 * and nobody else's; what is delivered does not depend on it.
 *
 * @param topics how many last values
 * @param bytes how many bytes they may have together, topics included
 */
record Retention(int topics, long bytes) {
  static final Retention DEFAULT = new Retention(4_096, 64L << 20);

  /** What a snapshot takes besides its payload, its topic excepted. */
  private static final int OVERHEAD = 200;

  static long size(Snapshot snapshot) {
    return snapshot.payload().length + 2L * snapshot.topic().length() + OVERHEAD;
  }
}
