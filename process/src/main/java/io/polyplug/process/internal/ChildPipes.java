package io.polyplug.process.internal;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProcessSpec.Redirect;
import io.polyplug.process.StderrPolicy;
import java.lang.foreign.MemorySegment;

/**
 * The pipes of one start: both ends of each, all closed when a program is loaded, none of them 0, 1
 * or 2. Whoever made it closes what it has not handed on.
 */
final class ChildPipes {
  static final int NONE = -1;
  private static final int FIRST_FREE = 3;

  private final MemorySegment state;
  private final MemorySegment pair;

  /** The child's ends, by the number that each will have in the child. */
  final int[] child = {NONE, NONE, NONE};

  /** The host's ends, by the same number. */
  final int[] host = {NONE, NONE, NONE};

  ChildPipes(MemorySegment state, MemorySegment pair) {
    this.state = state;
    this.pair = pair;
  }

  /** Zero, or the errno of what failed; what was made until then stays to be closed. */
  int open(ProcessSpec spec) {
    int error = spec.stdin() == Redirect.PIPE ? pipe(0) : 0;
    if (error == 0 && spec.stdout() == Redirect.PIPE) {
      error = pipe(1);
    }
    if (error == 0 && pipesStderr(spec.stderr())) {
      error = pipe(2);
    }
    if (error == 0 && host[0] != NONE) {
      error = -Math.min(0, LibC.fcntl(state, host[0], LibC.F_SETFL, LibC.O_NONBLOCK));
    }
    return error;
  }

  private static boolean pipesStderr(StderrPolicy policy) {
    return switch (policy) {
      case StderrPolicy.Inherit _ -> false;
      case StderrPolicy.Discard _ -> false;
      case StderrPolicy.Lines _ -> true;
      case StderrPolicy.Tail _ -> true;
      case StderrPolicy.Piped _ -> true;
    };
  }

  private int pipe(int number) {
    int result = LibC.pipe2(state, pair, LibC.O_CLOEXEC);
    if (result < 0) {
      return -result;
    }
    int read = pair.get(JAVA_INT, 0);
    int write = pair.get(JAVA_INT, 4);
    child[number] = number == 0 ? read : write;
    host[number] = number == 0 ? write : read;
    int error = moveUp(child, number);
    return error == 0 ? moveUp(host, number) : error;
  }

  /** A host that was started without a standard stream must not lose a pipe to its number. */
  private int moveUp(int[] ends, int number) {
    int fd = ends[number];
    if (fd >= FIRST_FREE) {
      return 0;
    }
    int moved = LibC.fcntl(state, fd, LibC.F_DUPFD_CLOEXEC, FIRST_FREE);
    if (moved < 0) {
      return -moved;
    }
    LibC.close(state, fd);
    ends[number] = moved;
    return 0;
  }

  /** The highest number among the child's ends, which tells how much the host holds open. */
  int highest() {
    return Math.max(child[0], Math.max(child[1], child[2]));
  }

  /** The host's end, which from now on is the caller's to close. */
  int take(int number) {
    int fd = host[number];
    host[number] = NONE;
    return fd;
  }

  void closeChildEnds() {
    close(child);
  }

  void closeAll() {
    close(child);
    close(host);
  }

  private void close(int[] ends) {
    for (int i = 0; i < ends.length; i++) {
      if (ends[i] != NONE) {
        LibC.close(state, ends[i]);
        ends[i] = NONE;
      }
    }
  }
}
