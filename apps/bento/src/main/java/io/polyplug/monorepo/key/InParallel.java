package io.polyplug.monorepo.key;

import io.polyplug.monorepo.WorkspaceProblem;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Does one thing for many items on this thread and, where there are enough of them, on others.
 *
 * <p>No pool: a command does this a few times, and a thread costs less than the classes of a pool.
 */
public final class InParallel {
  private static final int MOST_THREADS = 8;

  private InParallel() {}

  /** What is done for an item, on any thread. */
  @FunctionalInterface
  public interface Work {
    void run(int item) throws WorkspaceProblem;
  }

  /**
   * Returns when all is done. After a problem, which is thrown here, no further item is begun.
   *
   * @param items how many there are; each is known by its number
   * @param worthAThread how many of them pay for a thread
   */
  public static void run(int items, int worthAThread, Work work)
      throws WorkspaceProblem, InterruptedException {
    int processors = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
    int others = Math.min(processors, Math.max(1, items / worthAThread)) - 1;
    AtomicInteger next = new AtomicInteger();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    CountDownLatch running = new CountDownLatch(others);
    for (int i = 0; i < others; i++) {
      Thread.ofPlatform()
          .daemon()
          .name("bento-files-" + i)
          .start(
              () -> {
                drain(items, next, work, failure);
                running.countDown();
              });
    }
    drain(items, next, work, failure);
    running.await();
    Throwable failed = failure.get();
    // A switch over types would have the JVM make a class at every start.
    if (failed instanceof WorkspaceProblem problem) {
      throw problem;
    }
    if (failed != null) {
      throw new IllegalStateException("work on files failed", failed);
    }
  }

  private static void drain(
      int items, AtomicInteger next, Work work, AtomicReference<Throwable> failure) {
    while (failure.get() == null) {
      int item = next.getAndIncrement();
      if (item >= items) {
        return;
      }
      try {
        work.run(item);
      } catch (WorkspaceProblem | RuntimeException | Error e) {
        failure.compareAndSet(null, e);
      }
    }
  }
}
