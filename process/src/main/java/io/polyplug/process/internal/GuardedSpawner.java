package io.polyplug.process.internal;

import io.polyplug.process.Child;
import io.polyplug.process.Journal;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.LaunchFailure.Reason;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A spawner that tells the guardian of every child before and after its life. */
public final class GuardedSpawner implements Spawner, AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();
  private final ObservedSpawner spawner;
  private final @Nullable Journal journal;
  private final Set<String> starting = new LinkedHashSet<>();
  private final Set<String> targets = new LinkedHashSet<>();
  private @Nullable GuardProcess guard;
  private boolean closed;

  private GuardedSpawner(ObservedSpawner spawner, @Nullable Journal journal) {
    this.spawner = spawner;
    this.journal = journal;
  }

  /** Around one of the two spawners of this module. */
  public static GuardedSpawner of(Spawner spawner, @Nullable Journal journal) {
    if (spawner instanceof ObservedSpawner observed) {
      return new GuardedSpawner(observed, journal);
    }
    throw new IllegalArgumentException("expected a spawner of this module but got " + spawner);
  }

  @Override
  public Child start(ProcessSpec spec) throws LaunchFailure {
    return spawner.start(spec, new Registration());
  }

  @Override
  public void prepare() throws LaunchFailure {
    spawner.prepare();
    tell("", () -> {});
  }

  /** The process id of the guardian; 0 if there is none now. */
  public long guardPid() {
    lock.lock();
    try {
      return guard == null || !guard.isAlive() ? 0 : guard.pid();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      if (guard != null) {
        guard.release();
      }
    } finally {
      lock.unlock();
    }
  }

  private final class Registration implements LaunchObserver {
    @Override
    public boolean wantsPipe() {
      return true;
    }

    @Override
    public void starting(String pipe) throws LaunchFailure {
      String id = number(pipe);
      tell(id.isEmpty() ? "" : "? " + id, () -> starting.add(id));
    }

    /** Its input must not end before it can find the new process by its pipe. */
    @Override
    public int held() {
      lock.lock();
      try {
        return guard == null ? ChildPipes.NONE : guard.input();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void failed(String pipe) {
      String id = number(pipe);
      try {
        tell(id.isEmpty() ? "" : "! " + id, () -> starting.remove(id));
      } catch (LaunchFailure noGuardian) {
        // The start has failed already, which is what its caller is told.
      }
    }

    @Override
    public void started(String pipe, TrackedChild child) throws LaunchFailure {
      String target = (child.leadsGroup() ? "-" : "") + child.pid();
      String id = number(pipe);
      tell(
          "+ " + target + ' ' + id,
          () -> {
            starting.remove(id);
            targets.add(target);
          });
      if (journal != null) {
        journal.add(child);
      }
      child.whenGone(() -> gone(target, child.pid()));
    }
  }

  /** On the thread that sees exits, which must not wait: a dead guardian is replaced elsewhere. */
  private void gone(String target, long pid) {
    lock.lock();
    try {
      targets.remove(target);
      if (!closed && guard != null && guard.isAlive()) {
        sent(guard, "- " + target);
      }
    } finally {
      lock.unlock();
    }
    if (journal != null) {
      journal.remove(pid);
    }
  }

  /** Changes what is known and tells the guardian: the living one the line, a new one all. */
  private void tell(String line, Runnable change) throws LaunchFailure {
    lock.lock();
    try {
      boolean starts = line.isEmpty() || line.startsWith("?");
      if (closed && starts) {
        throw new LaunchFailure(Reason.HOST_CLOSED, "The host is closing and starts nothing more.");
      }
      change.run();
      GuardProcess current = guard;
      if (closed) {
        return;
      }
      if (current != null && current.isAlive() && sent(current, line)) {
        return;
      }
      replace(current);
    } finally {
      lock.unlock();
    }
  }

  private static boolean sent(GuardProcess guard, String line) {
    try {
      if (!line.isEmpty()) {
        guard.send(line);
      }
      return true;
    } catch (IOException dead) {
      return false;
    }
  }

  private void replace(@Nullable GuardProcess dead) throws LaunchFailure {
    if (dead != null) {
      dead.discard();
    }
    GuardProcess fresh = GuardProcess.start(spawner);
    guard = fresh;
    try {
      for (String id : starting) {
        fresh.send("? " + id);
      }
      for (String target : targets) {
        fresh.send("+ " + target);
      }
    } catch (IOException dying) {
      throw new LaunchFailure(
          Reason.REFUSED, "The guardian of the host's processes ended as soon as it was started.");
    }
    fresh.whenDead(() -> Thread.ofPlatform().daemon().start(() -> revive(fresh)));
  }

  /** A guardian that was ended leaves the children unguarded: do not wait for the next start. */
  private void revive(GuardProcess dead) {
    lock.lock();
    try {
      if (!closed && dead.equals(guard)) {
        replace(dead);
      }
    } catch (LaunchFailure later) {
      // The next start tries again and reports it.
    } finally {
      lock.unlock();
    }
  }

  /** The number in {@code pipe:[123]}. */
  private static String number(String pipe) {
    int open = pipe.indexOf('[');
    return open < 0 ? "" : pipe.substring(open + 1, pipe.length() - 1);
  }
}
