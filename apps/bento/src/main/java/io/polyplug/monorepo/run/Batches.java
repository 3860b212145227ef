package io.polyplug.monorepo.run;

import io.polyplug.monorepo.plan.PreparedDish;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Runs several dishes at once, a batch at a time. {@link #cancel} is safe from any thread; all else
 * is one thread's. Closing waits for nothing: what still runs was interrupted and is awaited by
 * {@link #run}.
 */
final class Batches implements AutoCloseable {
  /** What is done with a dish. */
  interface Work {
    DishReport on(PreparedDish dish) throws InterruptedException;
  }

  private final int width;
  private final ExecutorService threads;
  private volatile boolean cancelled;

  Batches(int width) {
    this.width = Math.max(1, width);
    // Platform threads: a task's thread only waits for a process, and there are few.
    this.threads = Executors.newFixedThreadPool(this.width);
  }

  /** Ends what runs, and begins nothing more. */
  void cancel() {
    cancelled = true;
    threads.shutdownNow();
  }

  boolean isCancelled() {
    return cancelled;
  }

  /**
   * Runs dishes in their order.
   *
   * @param stopAtFailure whether no further batch begins after one with a failure
   * @return those that were done, in order
   */
  List<DishReport> run(List<PreparedDish> dishes, Work work, boolean stopAtFailure) {
    List<DishReport> done = new ArrayList<>();
    boolean failed = false;
    for (int from = 0; from < dishes.size(); from += width) {
      if (cancelled || (stopAtFailure && failed)) {
        break;
      }
      List<PreparedDish> batch = dishes.subList(from, Math.min(dishes.size(), from + width));
      for (DishReport report : runBatch(batch, work)) {
        failed |= report.failed();
        done.add(report);
      }
    }
    return done;
  }

  private List<DishReport> runBatch(List<PreparedDish> batch, Work work) {
    List<Future<DishReport>> running = new ArrayList<>();
    for (PreparedDish dish : batch) {
      try {
        running.add(threads.submit(() -> work.on(dish)));
      } catch (java.util.concurrent.RejectedExecutionException e) {
        break;
      }
    }
    List<DishReport> reports = new ArrayList<>();
    boolean interrupted = false;
    @Nullable Throwable defect = null;
    for (Future<DishReport> one : running) {
      boolean waiting = true;
      while (waiting) {
        try {
          reports.add(one.get());
          waiting = false;
        } catch (InterruptedException e) {
          // Whoever interrupts this thread wants all of it ended, and it ends before we return.
          interrupted = true;
          cancel();
        } catch (ExecutionException e) {
          waiting = false;
          if (!(e.getCause() instanceof InterruptedException)) {
            // Nothing may still run when this is told.
            defect = e.getCause();
            cancel();
          }
        } catch (java.util.concurrent.CancellationException e) {
          waiting = false;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (defect != null) {
      throw new IllegalStateException("a dish could not be worked on", defect);
    }
    return reports;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
