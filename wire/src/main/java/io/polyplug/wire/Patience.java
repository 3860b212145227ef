package io.polyplug.wire;

/**
 * How long the thread that stands by sleeps before it looks whether it is needed. Every look takes
 * a processor from those who call, and may leave the other end on the wrong one for a while; so it
 * looks ever less often, and least of all while calls come in quick succession. Owned by one
 * thread.
 */
final class Patience {
  /** So many times the shortest if callers come and go. */
  private static final int USUAL = 5;

  /** So many times the shortest if they come in quick succession. */
  static final int MOST = 64;

  /** What comes within so long after the last is quick. */
  private static final long QUICK_NANOS = 100_000;

  private final long shortestNanos;
  private int times = 1;

  Patience(long shortestNanos) {
    this.shortestNanos = shortestNanos;
  }

  long nanos() {
    return times * shortestNanos;
  }

  /** So many callers came within the last {@link #nanos}, or one is still there. */
  void grow(int uses) {
    boolean quick = uses * QUICK_NANOS >= nanos();
    times = Math.min(2 * times, quick ? MOST : USUAL);
  }
}
