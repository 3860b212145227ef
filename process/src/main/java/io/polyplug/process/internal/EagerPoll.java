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

  private static final long MOST_NANOS = 50_000;
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

  private static int look(MemorySegment state, MemorySegment fds) {
    long start = System.nanoTime();
    int ready;
    do {
      ready = LibC.poll(state, fds, 1, 0);
    } while (ready == 0 && System.nanoTime() - start < MOST_NANOS);
    return ready;
  }
}
