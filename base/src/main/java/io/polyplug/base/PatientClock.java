package io.polyplug.base;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A clock whose time goes on while no deadline falls due: what waits for one waits until the
 * patience is over, and pauses are as long as ever. For plugins that stand still because somebody
 * debugs them.
 *
 * <p>When the patience ends, all that was held back runs at once, in its order, and from then on
 * this is the clock that it was made of. Safe from any thread.
 */
public final class PatientClock implements Clock {
  /** One that is compared by what it is, not by what it runs. */
  private static final class Held {
    final Runnable task;

    Held(Runnable task) {
      this.task = task;
    }
  }

  private final Clock time;
  private final Set<Held> held = new LinkedHashSet<>();
  private boolean impatient;

  /** Patient from now on. */
  public PatientClock(Clock time) {
    this.time = time;
  }

  @Override
  public long nanoTime() {
    return time.nanoTime();
  }

  @Override
  public Instant now() {
    return time.now();
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    synchronized (this) {
      if (!impatient) {
        Held later = new Held(task);
        held.add(later);
        return () -> forget(later);
      }
    }
    return time.schedule(delay, task);
  }

  @Override
  public Timer pause(Duration delay, Runnable task) {
    return time.pause(delay, task);
  }

  @Override
  public synchronized boolean keepsDeadlines() {
    return impatient;
  }

  private synchronized void forget(Held task) {
    held.remove(task);
  }

  /** Keeps deadlines from now on; harmless if it does already. */
  public void endPatience() {
    List<Held> due;
    synchronized (this) {
      impatient = true;
      due = List.copyOf(held);
      held.clear();
    }
    due.forEach(it -> time.schedule(Duration.ZERO, it.task));
  }
}
