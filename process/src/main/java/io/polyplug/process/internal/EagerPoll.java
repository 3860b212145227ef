package io.polyplug.process.internal;

import java.lang.foreign.MemorySegment;
import java.util.function.LongSupplier;

/**
 * Waits briefly for one descriptor. Looks again and again before it sleeps: to be woken, most of
 * all on another processor, takes longer than many answers do. Where looking was in vain, or took
 * long because others wanted the processor, it sleeps at once the next times, ever more of them.
 *
 * <p>Meant for one thread at a time; with several it only decides worse.
 */
final class EagerPoll {
  /** What a quick answer takes where all that has to be woken for it sleeps deep: measured. */
  private static final long MOST_NANOS = 200_000;

  /** From then on others go first who have no processor, since one of them may be looked for. */
  private static final int LOOKS_IN_A_ROW = 16;

  private static final int MOST_DOUBLINGS = 10;

  private final boolean useful;
  private final LongSupplier nanoTime;
  private int inVain;
  private int skip;

  /** By the machine's time: this is about processors, not about deadlines. */
  EagerPoll() {
    // On one processor the looking would keep from running whoever is looked for.
    this(Runtime.getRuntime().availableProcessors() > 1, System::nanoTime);
  }

  EagerPoll(boolean useful, LongSupplier nanoTime) {
    this.useful = useful;
    this.nanoTime = nanoTime;
  }

  /** As poll(2) with one descriptor. */
  int await(MemorySegment state, MemorySegment fds, int millis) {
    if (millis > 0 && looksNext()) {
      long start = nanoTime.getAsLong();
      int ready = look(state, fds, start);
      // A look that gave its processor away may find what came long ago: sleep would have ended
      // then.
      if (ready != 0 && nanoTime.getAsLong() - start <= MOST_NANOS) {
        inVain = 0;
        return ready;
      }
      inVain = Math.min(inVain + 1, MOST_DOUBLINGS);
      skip = 1 << inVain;
      if (ready != 0) {
        return ready;
      }
    } else if (skip > 0) {
      skip--;
    }
    return LibC.poll(state, fds, 1, millis);
  }

  /** Whether the next wait begins with looking. */
  boolean looksNext() {
    return useful && skip == 0;
  }

  @SuppressWarnings("ThreadPriorityCheck") // Nothing relies on it: without it others wait longer.
  private int look(MemorySegment state, MemorySegment fds, long start) {
    int looks = 0;
    while (true) {
      int ready = LibC.poll(state, fds, 1, 0);
      if (ready != 0) {
        return ready;
      }
      if (++looks > LOOKS_IN_A_ROW) {
        if (nanoTime.getAsLong() - start > MOST_NANOS) {
          return 0;
        }
        Thread.yield();
      }
    }
  }
}
