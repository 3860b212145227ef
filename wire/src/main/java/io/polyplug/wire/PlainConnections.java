package io.polyplug.wire;

import io.polyplug.base.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one transport: as many as it has POSTs at once, since one that is idle is
 * taken before another is made. One that nobody takes for a second is closed, before servers do it,
 * the hastiest of which wait two; what is taken was quiet a moment ago. Safe from any thread.
 */
final class PlainConnections implements AutoCloseable {
  static final Duration IDLE = Duration.ofSeconds(1);

  private record Idle(PlainConnection connection, long since) {}

  private final PlainDialer dialer;
  private final Clock clock;
  private final ArrayDeque<Idle> idle = new ArrayDeque<>();
  private final Set<PlainConnection> taken = new HashSet<>();
  private Clock.@Nullable Timer timer;
  private boolean closed;

  PlainConnections(PlainDialer dialer, Clock clock) {
    this.dialer = dialer;
    this.clock = clock;
  }

  /** One that is the caller's until it calls one of {@link #giveBack} and {@link #drop}. */
  PlainConnection take() throws IOException, InterruptedException {
    for (PlainConnection old = newest(); old != null; old = newest()) {
      if (old.isQuiet()) {
        return old;
      }
      drop(old);
    }
    return taken(new PlainConnection(dialer.dial()));
  }

  private synchronized @Nullable PlainConnection newest() {
    Idle newest = idle.pollLast();
    if (newest == null) {
      return null;
    }
    taken.add(newest.connection());
    return newest.connection();
  }

  private synchronized PlainConnection taken(PlainConnection made) throws IOException {
    if (closed) {
      made.close();
      throw new IOException("closed by this end");
    }
    taken.add(made);
    return made;
  }

  /** It may carry another POST. */
  synchronized void giveBack(PlainConnection connection) {
    if (taken.remove(connection) && !closed) {
      idle.addLast(new Idle(connection, clock.nanoTime()));
      if (timer == null) {
        timer = clock.schedule(IDLE, this::closeOld);
      }
    }
  }

  /** It may not. */
  synchronized void drop(PlainConnection connection) {
    taken.remove(connection);
    connection.close();
  }

  private synchronized void closeOld() {
    timer = null;
    long now = clock.nanoTime();
    Idle oldest = idle.peekFirst();
    while (oldest != null && now - oldest.since() >= IDLE.toNanos()) {
      idle.removeFirst().connection().close();
      oldest = idle.peekFirst();
    }
    if (oldest != null) {
      timer = clock.schedule(IDLE.minus(Duration.ofNanos(now - oldest.since())), this::closeOld);
    }
  }

  /** Ends every POST that has one. Does not block. */
  @Override
  public synchronized void close() {
    closed = true;
    if (timer != null) {
      timer.cancel();
    }
    idle.forEach(old -> old.connection().close());
    idle.clear();
    taken.forEach(PlainConnection::close);
  }
}
