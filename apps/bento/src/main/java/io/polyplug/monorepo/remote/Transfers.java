package io.polyplug.monorepo.remote;

import io.polyplug.monorepo.store.LocalStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * {@code cache push} and {@code cache pull} (section 6.12), several bundles at once. Waits until
 * all is done; an interrupt ends it early.
 */
public final class Transfers {
  private static final int AT_ONCE = 8;

  private final LocalStore store;
  private final RemoteTier tier;

  public Transfers(LocalStore store, RemoteTier tier) {
    this.store = store;
    this.tier = tier;
  }

  /** Which way bundles go; programs know it by its name in lower case. */
  public enum Direction {
    PUSH,
    PULL
  }

  /**
   * What was done.
   *
   * @param remote the address, without secrets
   * @param skipped what needed no transfer: the server has it already, or does not have it
   */
  public record Tally(
      String remote, Direction direction, int transferred, int skipped, int failed) {}

  /** Every local bundle that the server does not have. */
  public Tally push() throws IOException, InterruptedException {
    return run(
        Direction.PUSH,
        store.keysStartingWith(""),
        key -> tier.putIfAbsent(key).orElse(new RemoteResult.Absent()));
  }

  /** Every bundle that is known here by its sidecar only. */
  public Tally pull() throws IOException, InterruptedException {
    return run(Direction.PULL, store.keysWithoutBundle(), tier::fetch);
  }

  private interface Transfer {
    RemoteResult of(String key);
  }

  private Tally run(Direction direction, List<String> keys, Transfer transfer)
      throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    AtomicInteger transferred = new AtomicInteger();
    AtomicInteger skipped = new AtomicInteger();
    Runnable worker =
        () -> {
          int i = next.getAndIncrement();
          while (i < keys.size() && !Thread.currentThread().isInterrupted()) {
            switch (transfer.of(keys.get(i))) {
              case RemoteResult.Done _ -> transferred.incrementAndGet();
              case RemoteResult.Absent _ -> skipped.incrementAndGet();
              case RemoteResult.Unavailable _, RemoteResult.Failed _ -> {}
            }
            i = next.getAndIncrement();
          }
        };
    join(worker, Math.min(AT_ONCE, keys.size()));
    int done = transferred.get() + skipped.get();
    return new Tally(
        tier.address(), direction, transferred.get(), skipped.get(), keys.size() - done);
  }

  private static void join(Runnable worker, int count) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      threads.add(Thread.ofPlatform().daemon().name("polyplug-transfer-" + i).start(worker));
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      for (Thread thread : threads) {
        thread.interrupt();
      }
      throw e;
    }
  }
}
