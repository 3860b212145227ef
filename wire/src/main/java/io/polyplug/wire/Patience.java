package io.polyplug.wire;

/**
 * How long the thread that stands by sleeps before it looks whether it is needed. Every look takes
 * a processor from those who call, and may leave the other end on the wrong one for a while; so it
 * sleeps an eighth of the time for which callers have come by now, and longest while they come in
 * quick succession.
 *
 * <p>It begins with more where the last time was too short: where a caller came right after it had
 * lost its patience, and nothing else before that. So who calls again and again with pauses in
 * between finds it asleep, too. Owned by one thread.
 */
class Patience {
  private static final int SHARE = 8;

  /** So many times the shortest at most if callers come and go. */
  static final int USUAL = 5;

  /** So many times the shortest at most if they come in quick succession. */
  static final int MOST = 16;

  /** What comes within so long after the last is quick. */
  private static final long QUICK_NANOS = 100_000;

  private final long shortest;
  private long first;
  private long nanos;
  private long lasted;

  Patience(long shortestNanos) {
    shortest = shortestNanos;
    first = shortestNanos;
    nanos = shortestNanos;
  }

  /** It stands by again. */
  void begin() {
    nanos = first;
    lasted = 0;
  }

  /**
   * What came after it had lost its patience.
   *
   * @param afterNanos how long after
   * @param caller whether a caller wanted to read before anything was there to be read
   */
  void judge(long afterNanos, boolean caller) {
    long most = MOST * shortest;
    first = caller && afterNanos < most ? Math.min(2 * first, most) : shortest;
  }

  long nanos() {
    return nanos;
  }

  /** So many callers came within the last {@link #nanos}, or one is still there. */
  void grow(int uses) {
    boolean quick = uses * QUICK_NANOS >= nanos;
    long longest = (quick ? MOST : USUAL) * shortest;
    lasted = Math.min(lasted + nanos, SHARE * longest);
    nanos = Math.max(first, lasted / SHARE);
  }
}
