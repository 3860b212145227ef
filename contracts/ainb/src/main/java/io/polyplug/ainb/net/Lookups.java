package io.polyplug.ainb.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Looks names up on platform threads, a few at once, since nothing interrupts a lookup and it would
 * hold the carrier of a virtual thread. Safe from any thread.
 */
final class Lookups {
  private static final int AT_ONCE = 16;

  private final Semaphore places = new Semaphore(AT_ONCE);
  private final HostLookup lookup;

  Lookups(HostLookup lookup) {
    this.lookup = lookup;
  }

  /** The addresses of a host, which for an address is itself. */
  List<InetAddress> find(HostName host, Duration atMost) throws IOException, InterruptedException {
    InetAddress literal = host.address();
    return literal == null ? byName(host.text(), atMost) : List.of(literal);
  }

  private List<InetAddress> byName(String name, Duration atMost)
      throws IOException, InterruptedException {
    if (!places.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new UnknownHostException(name);
    }
    FutureTask<List<InetAddress>> task = new FutureTask<>(() -> lookup.find(name));
    Thread.ofPlatform()
        .daemon()
        .name("polyplug-ainb-lookup")
        .start(
            () -> {
              try {
                task.run();
              } finally {
                places.release();
              }
            });
    try {
      return task.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException failure) {
      UnknownHostException unknown = new UnknownHostException(name);
      unknown.initCause(failure);
      throw unknown;
    }
  }
}
