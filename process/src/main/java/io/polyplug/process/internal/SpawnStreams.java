package io.polyplug.process.internal;

import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProcessSpec.Redirect;
import io.polyplug.process.StderrPolicy;
import java.util.Arrays;

/**
 * Where a new process has its standard streams from, as the thread that starts it numbers them.
 *
 * @param from for each stream; {@link ChildPipes#NONE} where nothing has to be put in place
 * @param lent what that thread has to fetch from the host's table first, in this order
 */
record SpawnStreams(int[] from, int[] lent) {
  static final int COUNT = 3;
  private static final int[] NOTHING = {};

  /** For a thread with the host's own table, where inherited streams are in their places. */
  static SpawnStreams here(ChildPipes pipes) {
    return new SpawnStreams(pipes.child, NOTHING);
  }

  /**
   * For {@link LeanStarter}, which has to fetch inherited streams too.
   *
   * @param held to be held by the new process until it loads its program; NONE for nothing
   */
  static SpawnStreams lent(ProcessSpec spec, ChildPipes pipes, int held) {
    int[] from = new int[COUNT];
    int[] lent = new int[COUNT + 1];
    int count = 0;
    for (int fd = 0; fd < COUNT; fd++) {
      boolean piped = pipes.child[fd] != ChildPipes.NONE;
      if (piped || !isEmpty(spec, fd)) {
        from[fd] = LeanStarter.numberOf(count);
        lent[count++] = piped ? pipes.child[fd] : fd;
      } else {
        from[fd] = ChildPipes.NONE;
      }
    }
    if (held != ChildPipes.NONE) {
      lent[count++] = held;
    }
    return new SpawnStreams(from, Arrays.copyOf(lent, count));
  }

  /** Whether it is the stream that is always empty and takes everything. */
  static boolean isEmpty(ProcessSpec spec, int fd) {
    return switch (fd) {
      case 0 -> spec.stdin() == Redirect.NULL;
      case 1 -> spec.stdout() == Redirect.NULL;
      default -> spec.stderr() instanceof StderrPolicy.Discard;
    };
  }
}
