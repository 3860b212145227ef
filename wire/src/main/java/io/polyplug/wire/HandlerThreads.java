package io.polyplug.wire;

import io.polyplug.base.OwnThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Where concurrent handlers run. Nothing has to be closed: threads end by themselves. */
final class HandlerThreads {
  private static final String NAME = "polyplug-handler";
  private static final long KEEP_ALIVE_SECONDS = 2;

  /** A virtual thread for each. */
  static Executor virtual(OwnThreads threads) {
    return task -> threads.virtual(NAME, task).start();
  }

  private HandlerThreads() {}

  /**
   * A short conversation is not worth a thread: while that starts, later requests would overtake
   * the first, which a script that sends all at once does not expect.
   */
  static final int BEFORE_RESIDENTS = 32;

  /** One of them may be taken for long, by something like a subscription. */
  private static final int RESIDENTS = 2;

  /** A few platform threads, and a virtual one for each task that comes while they are taken. */
  static Executor withResidents(OwnThreads threads) {
    Executor virtual = virtual(threads);
    Executor residents =
        new ThreadPoolExecutor(
            0,
            RESIDENTS,
            KEEP_ALIVE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> threads.platform(NAME, task),
            (task, _) -> virtual.execute(task));
    AtomicInteger before = new AtomicInteger(BEFORE_RESIDENTS);
    return task -> {
      boolean soon = before.get() > 0 && before.getAndDecrement() > 0;
      (soon ? virtual : residents).execute(task);
    };
  }
}
