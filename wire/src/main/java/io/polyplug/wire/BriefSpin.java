package io.polyplug.wire;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lets one caller at a time look for its reply for a few microseconds before it parks: waking a
 * parked thread takes longer than many replies do. Callers of slow methods soon stop trying,
 * virtual threads never do: their carrier has better things to run.
 */
final class BriefSpin {
  private static final boolean USEFUL = Runtime.getRuntime().availableProcessors() > 1;
  private static final long MOST_NANOS = 40_000;
  private static final int LOOKS_PER_TIME_CHECK = 32;
  private static final int MOST_DOUBLINGS = 10;

  private final AtomicBoolean taken = new AtomicBoolean();
  private int inVain;
  private int skip;

  /** Returns when the call is done or when it is time to park. */
  void await(PendingCall call) {
    if (!USEFUL || Thread.currentThread().isVirtual() || !taken.compareAndSet(false, true)) {
      return;
    }
    try {
      if (skip > 0) {
        skip--;
      } else if (look(call)) {
        inVain = 0;
      } else {
        inVain = Math.min(inVain + 1, MOST_DOUBLINGS);
        skip = 1 << inVain;
      }
    } finally {
      taken.set(false);
    }
  }

  private static boolean look(PendingCall call) {
    // The machine's time and not the peer's: this is about processors, not about deadlines.
    long start = System.nanoTime();
    do {
      for (int i = 0; i < LOOKS_PER_TIME_CHECK; i++) {
        if (call.isDone()) {
          return true;
        }
        Thread.onSpinWait();
      }
    } while (System.nanoTime() - start < MOST_NANOS);
    return false;
  }
}
