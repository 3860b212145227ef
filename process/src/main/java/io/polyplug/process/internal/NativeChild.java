package io.polyplug.process.internal;

import io.polyplug.process.ExitStatus;
import io.polyplug.process.ProcessTree;
import io.polyplug.process.Signals;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A child of the native spawner.
 *
 * <p>Its id belongs to it until it is reaped; the lock is held while it is signalled or reaped, so
 * that no signal can reach another process.
 */
final class NativeChild extends PipedChild {
  private static final long NO_GROUP = -1;
  private static final int SIGNAL_BASE = 256;

  /** So long a thread waits for an exit itself; an interrupt is noticed in between. */
  private static final int LOOKS = 5;

  private static final int LOOK_MILLIS = 1;

  private final ReentrantLock lock = new ReentrantLock();
  private final CompletableFuture<ExitStatus> exit;
  private final CompletableFuture<Void> gone = new CompletableFuture<>();
  private final int pid;
  private final int pidfd;
  private final boolean ownGroup;
  private final Poller exits;
  private long key;
  private boolean reaped;
  private boolean waitedForHere;
  private boolean groupEmpty;

  NativeChild(int pid, int pidfd, boolean ownGroup, ChildStreams streams, Poller exits) {
    this(pid, pidfd, ownGroup, streams, exits, new CompletableFuture<>());
  }

  private NativeChild(
      int pid,
      int pidfd,
      boolean ownGroup,
      ChildStreams streams,
      Poller exits,
      CompletableFuture<ExitStatus> exit) {
    super(streams, exit);
    this.pid = pid;
    this.pidfd = pidfd;
    this.ownGroup = ownGroup;
    this.exits = exits;
    this.exit = exit;
  }

  /** From now on the exit is seen. */
  void watch() throws IOException {
    lock.lock();
    try {
      key = exits.add(pidfd, this::reap);
    } finally {
      lock.unlock();
    }
  }

  /**
   * An exit that comes soon is seen by the thread that waits for it, if it may block in the kernel:
   * to be woken by another thread takes longer than what a start costs otherwise.
   */
  @Override
  public Optional<ExitStatus> awaitExit(Duration atMost) throws InterruptedException {
    Thread current = Thread.currentThread();
    if (current.isVirtual() || current.isInterrupted() || !takeOver()) {
      return super.awaitExit(atMost);
    }
    long until = System.nanoTime() + Waiting.nanos(atMost);
    try {
      lookFor(until);
    } finally {
      handBack();
    }
    return super.awaitExit(Duration.ofNanos(until - System.nanoTime()));
  }

  /** Whether this thread is now the only one to see the exit. */
  private boolean takeOver() {
    lock.lock();
    try {
      if (reaped || waitedForHere) {
        return false;
      }
      exits.mute(pidfd, key, true);
      waitedForHere = true;
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void handBack() {
    lock.lock();
    try {
      waitedForHere = false;
      if (!reaped) {
        exits.mute(pidfd, key, false);
      }
    } finally {
      lock.unlock();
    }
  }

  private void lookFor(long until) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(LibC.STATE_BYTES);
      MemorySegment fds = arena.allocate(LibC.POLL_BYTES, 8);
      for (int i = 0; i < LOOKS && !exit.isDone(); i++) {
        if (System.nanoTime() - until >= 0 || Thread.currentThread().isInterrupted()) {
          return;
        }
        LibC.setPoll(fds, 0, pidfd, LibC.POLLIN);
        if (LibC.poll(state, fds, 1, LOOK_MILLIS) > 0) {
          reap();
          return;
        }
      }
    }
  }

  private void reap() {
    ExitStatus status;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(LibC.STATE_BYTES);
      lock.lock();
      try {
        if (reaped) {
          return;
        }
        // Before it is reaped, which would be another event of the same descriptor.
        exits.remove(pidfd, key);
        int code;
        do {
          code = LibC.reap(state, pidfd);
        } while (code == -LibC.EINTR);
        reaped = true;
        LibC.close(state, pidfd);
        // While a member lives the number cannot be given away; once empty, never signal it again.
        groupEmpty = !ownGroup || LibC.kill(state, -(long) pid, 0) == -LibC.ESRCH;
        status = status(code);
      } finally {
        lock.unlock();
      }
    }
    exit.complete(status);
    goneIfEmpty();
  }

  /** Outside of the lock: whoever waits for it may call back. */
  private void goneIfEmpty() {
    boolean empty;
    lock.lock();
    try {
      empty = reaped && groupEmpty;
    } finally {
      lock.unlock();
    }
    if (empty) {
      gone.complete(null);
    }
  }

  @Override
  public void whenGone(Runnable action) {
    var _ = gone.thenRun(action);
  }

  @Override
  public boolean leadsGroup() {
    return ownGroup;
  }

  private static ExitStatus status(int code) {
    return code >= SIGNAL_BASE
        ? new ExitStatus.Signaled(code - SIGNAL_BASE)
        : new ExitStatus.Exited(code < 0 ? ExitStatus.UNKNOWN_CODE : code);
  }

  @Override
  public long pid() {
    return pid;
  }

  @Override
  public boolean signal(int signal) {
    return kill(pid, signal);
  }

  /** Only while the id is still the child's. */
  private boolean kill(long target, int signal) {
    lock.lock();
    try (Arena arena = Arena.ofConfined()) {
      return !reaped && LibC.kill(arena.allocate(LibC.STATE_BYTES), target, signal) >= 0;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public ProcessTree snapshot() {
    if (!isAlive()) {
      return ProcessTree.NONE;
    }
    List<ProcessTree.Member> members = new ArrayList<>();
    ProcFs.stat(pid).ifPresent(stat -> members.add(stat.member()));
    members.addAll(ProcFs.descendants(pid));
    return new ProcessTree(members);
  }

  @Override
  public void signalTree(int signal, ProcessTree earlier) {
    Set<ProcessTree.Member> members = new LinkedHashSet<>(earlier.members());
    members.addAll(snapshot().members());
    boolean sent = kill(ownGroup ? -(long) pid : pid, signal);
    if (!sent) {
      signalLeftovers(signal);
    }
    for (ProcessTree.Member member : members) {
      if (member.pid() != pid) {
        ProcFs.signal(member, signal, ownGroup ? pid : NO_GROUP);
      }
    }
  }

  @Override
  public void endLeftovers() {
    if (!isAlive()) {
      signalLeftovers(Signals.KILL);
    }
  }

  /** The leader is gone: a living process with its id means that the number has a new owner. */
  private void signalLeftovers(int signal) {
    lock.lock();
    try (Arena arena = Arena.ofConfined()) {
      if (!reaped || groupEmpty) {
        return;
      }
      List<ProcFs.Stat> members = ProcFs.group(pid);
      boolean empty = members.isEmpty() || ProcFs.stat(pid).isPresent();
      if (!empty) {
        LibC.kill(arena.allocate(LibC.STATE_BYTES), -(long) pid, signal);
      }
      groupEmpty = empty || signal == Signals.KILL;
    } finally {
      lock.unlock();
    }
    goneIfEmpty();
  }
}
