package io.polyplug.process.internal;

import java.lang.foreign.MemorySegment;

/**
 * Waits briefly for one descriptor. Looks again and again before it sleeps: to be woken, most of
 * all on another processor, takes longer than many answers do. Where looking was in vain it sleeps
 * at once the next times, ever more of them.
 *
 * <p>Meant for one thread at a time; with several it only decides worse.
 */
final class EagerPoll {
  /** On one processor the looking would keep from running whoever is looked for. */
  private static final boolean USEFUL = Runtime.getRuntime().availableProcessors() > 1;

  private static final long MOST_NANOS = 100_000;

  /** From then on others go first who have no processor, since one of them may be looked for. */
  private static final int LOOKS_IN_A_ROW = 16;

  private static final int MOST_DOUBLINGS = 10;

  private int inVain;
  private int skip;

  /** As poll(2) with one descriptor. */
  int await(MemorySegment state, MemorySegment fds, int millis) {
    if (millis > 0 && USEFUL) {
      if (skip > 0) {
        skip--;
      } else {
        int ready = look(state, fds);
        if (ready != 0) {
          inVain = 0;
          return ready;
        }
        inVain = Math.min(inVain + 1, MOST_DOUBLINGS);
        skip = 1 << inVain;
      }
    }
    return LibC.poll(state, fds, 1, millis);
  }

  @SuppressWarnings("ThreadPriorityCheck") // Nothing relies on it: without it others wait longer.
  private static int look(MemorySegment state, MemorySegment fds) {
    // The machine's time: this is about processors, not about deadlines.
    long start = System.nanoTime();
    int looks = 0;
    while (true) {
      int ready = LibC.poll(state, fds, 1, 0);
      if (ready != 0) {
        return ready;
      }
      if (++looks > LOOKS_IN_A_ROW) {
        if (System.nanoTime() - start > MOST_NANOS) {
          return 0;
        }
        Thread.yield();
      }
    }
  }
}
