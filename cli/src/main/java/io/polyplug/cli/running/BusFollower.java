package io.polyplug.cli.running;

import io.polyplug.host.bus.BusListener;
import io.polyplug.host.bus.Snapshot;
import io.polyplug.host.bus.SnapshotBus;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Follows a bus: first the last values of what is followed, then every publish, none twice. Whoever
 * takes too slowly misses the oldest and is told how many; the bus never waits for it. One reader
 * at a time.
 */
final class BusFollower implements AutoCloseable {
  static final int MOST_WAITING = 1_000;

  /** The largest payload of a contract, twice. */
  static final long MOST_BYTES = 32L << 20;

  /** No publisher has this name, so that nobody's publishes are left out. */
  private static final String NAME = "polyplug/follow";

  /**
   * What came since the last time.
   *
   * @param missed how many were lost before these
   */
  record Batch(long missed, List<Snapshot> snapshots) {}

  private final ArrayDeque<Snapshot> waiting = new ArrayDeque<>();
  private final BusListener listener;
  private long bytes;
  private long missed;
  private boolean closed;

  /** Follows a topic; all of them if none is named. */
  BusFollower(SnapshotBus bus, Optional<String> topic) {
    listener = bus.join(NAME, this::hear);
    synchronized (this) {
      List<Snapshot> last =
          topic.isPresent()
              ? listener.subscribe(topic.get()).stream().toList()
              : listener.subscribeToAll();
      last.stream().sorted(Comparator.comparingLong(Snapshot::version)).forEach(this::add);
    }
  }

  private synchronized void hear(Snapshot snapshot) {
    add(snapshot);
  }

  private void add(Snapshot snapshot) {
    if (closed) {
      return;
    }
    waiting.addLast(snapshot);
    bytes += snapshot.payload().length;
    while (waiting.size() > 1 && (waiting.size() > MOST_WAITING || bytes > MOST_BYTES)) {
      bytes -= waiting.removeFirst().payload().length;
      missed++;
    }
    notifyAll();
  }

  /**
   * Waits for snapshots, but no longer than this; an empty batch if none came or it is closed.
   *
   * @param mostBytes of the payloads together; one that is larger comes alone
   */
  synchronized Batch next(long mostBytes, Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    for (long left = atMost.toNanos(); waiting.isEmpty() && !closed && left > 0; ) {
      wait(left / 1_000_000 + 1);
      left = end - System.nanoTime();
    }
    List<Snapshot> taken = new ArrayList<>();
    long room = mostBytes;
    while (!waiting.isEmpty() && (taken.isEmpty() || waiting.getFirst().payload().length <= room)) {
      Snapshot next = waiting.removeFirst();
      bytes -= next.payload().length;
      room -= next.payload().length;
      taken.add(next);
    }
    Batch batch = new Batch(missed, List.copyOf(taken));
    missed = 0;
    return batch;
  }

  @Override
  public void close() {
    listener.close();
    synchronized (this) {
      closed = true;
      waiting.clear();
      bytes = 0;
      notifyAll();
    }
  }
}
