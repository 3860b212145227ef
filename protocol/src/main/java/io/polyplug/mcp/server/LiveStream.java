package io.polyplug.mcp.server;

import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An event stream that stays open for what belongs to no request. Who has something to tell never
 * waits for the client: messages wait here, each once, since one that waits already says the same.
 * A client that reads too slowly for that is let go. Safe from any thread.
 */
final class LiveStream {
  private static final int MOST_WAITING = 10_000;
  private static final long BREATH_SECONDS = 2;

  private final EventSink sink;
  private final Set<Json> waiting = new LinkedHashSet<>();
  private boolean closed;

  LiveStream(EventSink sink) {
    this.sink = sink;
  }

  /** Has it sent soon; never blocks. */
  synchronized void offer(Json message) {
    if (closed) {
      return;
    }
    if (waiting.size() >= MOST_WAITING) {
      closed = true;
    } else {
      waiting.add(message);
    }
    notifyAll();
  }

  /** What waits is still sent. */
  synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** What was never sent, for a stream that follows this one; it is over then. */
  synchronized List<Json> rest() {
    closed = true;
    List<Json> left = List.copyOf(waiting);
    waiting.clear();
    return left;
  }

  /**
   * Sends on this thread, until somebody closes this or the client is gone; true if the client is
   * still there.
   */
  boolean run() throws InterruptedException {
    while (true) {
      List<Json> next = take();
      if (next == null) {
        return !sink.isGone();
      }
      if (next.isEmpty() && !sink.breathe()) {
        return false;
      }
      for (Json message : next) {
        if (!sink.send(message)) {
          return false;
        }
        sent(message);
      }
    }
  }

  /** What waits, which stays until it is sent; empty if it is time for a breath; null: over. */
  private synchronized @Nullable List<Json> take() throws InterruptedException {
    if (waiting.isEmpty() && !closed) {
      TimeUnit.SECONDS.timedWait(this, BREATH_SECONDS);
    }
    return waiting.isEmpty() && closed ? null : new ArrayList<>(waiting);
  }

  private synchronized void sent(Json message) {
    waiting.remove(message);
  }
}
