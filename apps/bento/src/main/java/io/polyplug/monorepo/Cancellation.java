package io.polyplug.monorepo;

import io.polyplug.base.Clock;
import io.polyplug.monorepo.run.Executor;
import io.polyplug.monorepo.run.RunReport;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends a run early, whatever it is at: waiting for a plugin, or running tasks. Cancelling is safe
 * from any thread and for good.
 */
final class Cancellation {
  private final Clock clock;
  private @Nullable Executor running;
  private @Nullable Thread worker;
  private boolean cancelled;

  Cancellation(Clock clock) {
    this.clock = clock;
  }

  synchronized boolean isCancelled() {
    return cancelled;
  }

  synchronized void cancel() {
    cancelled = true;
    if (running != null) {
      running.cancel();
    } else if (worker != null) {
      // It may be waiting for a tool's version, or for a plugin.
      worker.interrupt();
    }
  }

  /** A run that can be cancelled. */
  interface Run {
    RunReport run() throws WorkspaceProblem, InterruptedException;
  }

  /** What fails, or ends early, because it was cancelled is a report that says so. */
  RunReport around(Run run) throws WorkspaceProblem, InterruptedException {
    long began = clock.nanoTime();
    work(Thread.currentThread());
    try {
      return run.run();
    } catch (WorkspaceProblem | InterruptedException | RuntimeException e) {
      if (!isCancelled()) {
        throw e;
      }
      long nanos = clock.nanoTime() - began;
      return new RunReport(List.of(), TimeUnit.NANOSECONDS.toMillis(nanos), true);
    } finally {
      work(null);
    }
  }

  private synchronized void work(@Nullable Thread thread) {
    worker = thread;
    if (thread == null && cancelled) {
      // It was for the work that is over, and not for whoever shows what became of it.
      var _ = Thread.interrupted();
    }
  }

  /** What an executor is to do. */
  interface Work {
    RunReport by(Executor executor) throws WorkspaceProblem, InterruptedException;
  }

  /** Has an executor do it, and closes it. */
  RunReport execute(Executor executor, Work work) throws WorkspaceProblem, InterruptedException {
    try (executor) {
      run(executor);
      return work.by(executor);
    } finally {
      run(null);
    }
  }

  private synchronized void run(@Nullable Executor executor) {
    running = executor;
    if (executor != null && cancelled) {
      executor.cancel();
    }
  }
}
