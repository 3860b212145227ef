package io.polyplug.wire;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Where concurrent handlers run. Nothing has to be closed: threads end by themselves. */
final class HandlerThreads {
  private static final String NAME = "polyplug-handler";
  private static final long KEEP_ALIVE_SECONDS = 2;

  /** A virtual thread for each. */
  static final Executor VIRTUAL = task -> Thread.ofVirtual().name(NAME).start(task);

  private static final ThreadFactory PLATFORM = Thread.ofPlatform().daemon().name(NAME).factory();

  private HandlerThreads() {}

  /**
   * A short conversation is not worth a thread: while that starts, later requests would overtake
   * the first, which a script that sends all at once does not expect.
   */
  static final int BEFORE_RESIDENTS = 32;

  /** One of them may be taken for long, by something like a subscription. */
  private static final int RESIDENTS = 2;

  /** A few platform threads, and a virtual one for each task that comes while they are taken. */
  static Executor withResidents() {
    Executor residents =
        new ThreadPoolExecutor(
            0,
            RESIDENTS,
            KEEP_ALIVE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            PLATFORM,
            (task, _) -> VIRTUAL.execute(task));
    AtomicInteger before = new AtomicInteger(BEFORE_RESIDENTS);
    return task -> {
      boolean soon = before.get() > 0 && before.getAndDecrement() > 0;
      (soon ? VIRTUAL : residents).execute(task);
    };
  }
}
