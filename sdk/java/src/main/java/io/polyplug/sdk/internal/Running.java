package io.polyplug.sdk.internal;

import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The handlers that are at work, so that the end of the input ends them. Safe from any thread. */
final class Running {
  private final PrintStream errors;
  private final Set<Work> all = ConcurrentHashMap.newKeySet(1);
  private volatile boolean over;
  private @Nullable Runnable whenQuiet;

  /** Whose traces go to standard error. */
  Running() {
    this(System.err);
  }

  /** Whose traces go here. */
  Running(PrintStream errors) {
    this.errors = errors;
  }

  /** Where traces go. */
  PrintStream errors() {
    return errors;
  }

  /** One handler at work; who began it closes it. */
  final class Work implements AutoCloseable {
    private @Nullable Thread thread;
    private volatile boolean cancelled;

    boolean isCancelled() {
      return cancelled;
    }

    PrintStream errors() {
      return errors;
    }

    private synchronized void runs(Thread on) {
      thread = on;
      if (cancelled) {
        on.interrupt();
      }
    }

    synchronized void cancel() {
      cancelled = true;
      if (thread != null) {
        thread.interrupt();
      }
    }

    @Override
    public void close() {
      synchronized (this) {
        thread = null;
      }
      ended(this);
    }
  }

  /** The current thread begins to work. */
  Work begin() {
    Work work = add();
    work.runs(Thread.currentThread());
    return work;
  }

  /** Has a virtual thread work, which counts from now on and not only when it begins. */
  void start(String name, Consumer<Work> doing) {
    Work work = add();
    Thread.ofVirtual()
        .name(name)
        .start(
            () -> {
              try (work) {
                work.runs(Thread.currentThread());
                doing.accept(work);
              }
            });
  }

  private Work add() {
    Work work = new Work();
    all.add(work);
    if (over) {
      work.cancel();
    }
    return work;
  }

  private void ended(Work work) {
    Runnable action = null;
    all.remove(work);
    synchronized (all) {
      all.notifyAll();
      if (all.isEmpty()) {
        action = whenQuiet;
        whenQuiet = null;
      }
    }
    if (action != null) {
      Thread.ofVirtual().start(action);
    }
  }

  /** Has this run, on a virtual thread, as soon as nothing runs. */
  void whenQuiet(Runnable action) {
    synchronized (all) {
      if (!all.isEmpty()) {
        whenQuiet = action;
        return;
      }
    }
    Thread.ofVirtual().start(action);
  }

  /** Cancels what runs and whatever comes later. */
  void cancelAll() {
    over = true;
    all.forEach(Work::cancel);
  }

  boolean isQuiet() {
    return all.isEmpty();
  }

  /** Waits until nothing runs, but not longer than this. */
  void awaitQuiet(long millis) {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    try {
      synchronized (all) {
        for (long left = until - System.nanoTime();
            left > 0 && !all.isEmpty();
            left = until - System.nanoTime()) {
          TimeUnit.NANOSECONDS.timedWait(all, left);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
