package io.polyplug.process.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Starts programs on a thread that holds next to no descriptors.
 *
 * <p>The kernel gives a new process a copy of its parent's table of descriptors, all of which are
 * closed again before the program is loaded: with a thousand children that is a third of what a
 * start costs, and with four thousand most of it. But a thread may have a table of its own. That of
 * this one is empty but for a descriptor of the JVM, by which it gets what a child is to have, each
 * time anew. So a start takes the same time however much the host holds open, and nothing that the
 * host closes stays open here.
 *
 * <p>The thread must not touch a file: a class that it loads from a jar would be read by a
 * descriptor that it lacks. So all that it ever does is done once while it still shares the host's
 * table, and it makes no strings, no lambdas and no exceptions of its own. Where the kernel does
 * not let it, or anything is not as expected, nobody is given it and others start as ever.
 *
 * <p>There is one, for one start at a time; whoever has borrowed it is alone with it.
 */
final class LeanStarter {
  /** What was to be lent cannot be had here; nothing was started. */
  static final int REFUSED = Integer.MAX_VALUE;

  private static final long STACK_BYTES = 256 * 1024;

  /** Three that keep the places of the standard streams, and that of the JVM. */
  private static final int JVM = 3;

  private static final int FIRST_LENT = JVM + 1;
  private static final int PROBES = 100;

  /** So often whoever waits looks whether the thread is still there. */
  private static final long LOOK_NANOS = 1_000_000_000;

  private static final LeanStarter ONLY = new LeanStarter();

  private final MemorySegment state = Arena.global().allocate(LibC.STATE_BYTES, 8);
  private final MemorySegment nothing = Arena.global().allocate(Long.BYTES, Long.BYTES);
  private final long pid = ProcessHandle.current().pid();
  private final AtomicBoolean borrowed = new AtomicBoolean();
  private final AtomicBoolean begun = new AtomicBoolean();
  private final Thread thread =
      Thread.ofPlatform()
          .daemon()
          .name("polyplug-starts")
          .stackSize(STACK_BYTES)
          .unstarted(this::run);

  private volatile boolean usable;

  /** What is to be started: set by who has borrowed this, until it is answered. */
  private volatile @Nullable SpawnArguments asked;

  private int[] lent = {};
  private @Nullable Thread asker;
  private int answer;

  private LeanStarter() {}

  /**
   * For the current thread, until it gives it back; null if there is none to be had now. The first
   * time it is only made ready.
   */
  static @Nullable LeanStarter borrow() {
    if (!ONLY.usable) {
      if (!ONLY.begun.get() && ONLY.begun.compareAndSet(false, true)) {
        ONLY.thread.start();
      }
      return null;
    }
    return ONLY.borrowed.compareAndSet(false, true) ? ONLY : null;
  }

  void giveBack() {
    borrowed.set(false);
  }

  /** Which number the descriptor has there that is lent as this one. */
  static int numberOf(int index) {
    return FIRST_LENT + index;
  }

  /**
   * Zero or the errno of posix_spawn, as it gives it, or {@link #REFUSED}.
   *
   * @param descriptors of the host, which the new process finds as {@link #numberOf} each
   */
  int spawn(SpawnArguments start, int[] descriptors) {
    answer = REFUSED;
    lent = descriptors;
    asker = Thread.currentThread();
    asked = start;
    LockSupport.unpark(thread);
    boolean interrupted = false;
    while (asked != null && thread.isAlive()) {
      LockSupport.parkNanos(this, LOOK_NANOS);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return answer;
  }

  private void run() {
    try {
      usable = rehearse() && holdNothing();
      while (usable) {
        SpawnArguments start = asked;
        if (start == null) {
          LockSupport.park(this);
        } else {
          serve(start);
        }
      }
    } finally {
      usable = false;
    }
  }

  private void serve(SpawnArguments start) {
    Thread waits = asker;
    try {
      int here = fetch();
      if (here == lent.length) {
        answer = LibC.spawn(state, start);
      }
      for (int i = 0; i < here; i++) {
        LibC.close(state, FIRST_LENT + i);
      }
    } catch (RuntimeException | Error unexpected) {
      usable = false;
    } finally {
      asked = null;
      LockSupport.unpark(waits);
    }
  }

  /** How many of what is lent are here; not all if the host has closed one meanwhile. */
  private int fetch() {
    for (int i = 0; i < lent.length; i++) {
      int fd = LibC.pidfdGetfd(state, JVM, lent[i]);
      if (fd != FIRST_LENT + i) {
        if (fd >= 0) {
          LibC.close(state, fd);
          usable = false;
        }
        return i;
      }
    }
    return lent.length;
  }

  /** Everything that is done later, once; whether it can be done. */
  private boolean rehearse() {
    int jvm = LibC.pidfdOpen(state, pid);
    int same = LibC.pidfdGetfd(state, jvm, jvm);
    LibC.close(state, jvm);
    LibC.close(state, same);
    // There is no program whose name is empty: this starts nothing.
    int error =
        LibC.spawn(
            state,
            new SpawnArguments(
                nothing, nothing, MemorySegment.NULL, MemorySegment.NULL, nothing, nothing));
    return same >= 0 && error != 0;
  }

  private boolean holdNothing() {
    if (LibC.unshareFiles(state) < 0 || !hasOwnTable() || LibC.closeFrom(state, 0) < 0) {
      return false;
    }
    boolean places = true;
    for (int i = 0; i <= JVM; i++) {
      places &= LibC.pidfdOpen(state, pid) == i;
    }
    return places;
  }

  /**
   * Whether what is opened here is not open there: to close everything would be the end of the host
   * otherwise. It may have opened something of the same number by chance, but not always.
   */
  private boolean hasOwnTable() {
    int jvm = LibC.pidfdOpen(state, pid);
    boolean own = false;
    for (int i = 0; jvm >= 0 && !own && i < PROBES; i++) {
      int here = LibC.fcntl(state, jvm, LibC.F_DUPFD_CLOEXEC, FIRST_LENT);
      int there = LibC.pidfdGetfd(state, jvm, here);
      own = here >= 0 && there == -LibC.EBADF;
      LibC.close(state, here);
      LibC.close(state, there);
    }
    return own;
  }
}
