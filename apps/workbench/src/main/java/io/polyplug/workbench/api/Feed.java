package io.polyplug.workbench.api;

import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.ArrayDeque;

/**
 * The events that wait for one browser, bounded. Adding never blocks: what does not fit is counted,
 * and the count is told as an event of the kind {@code dropped} before the next one. Safe from any
 * thread.
 */
final class Feed {
  private static final int MOST_EVENTS = 2_000;
  private static final int MOST_CHARACTERS = 4 << 20;

  private final ArrayDeque<String> waiting = new ArrayDeque<>();
  private long characters;
  private long dropped;
  private boolean ended;

  /** Adds an event; false if it was dropped, or nobody is there any more. */
  synchronized boolean add(String kind, Json data) {
    if (ended) {
      return false;
    }
    String text = Feeds.text(kind, data);
    if (waiting.size() >= MOST_EVENTS || characters + text.length() > MOST_CHARACTERS) {
      dropped++;
      return false;
    }
    if (dropped > 0) {
      put(droppedEvent());
    }
    put(text);
    notifyAll();
    return true;
  }

  /** So many events were lost before they came here: told like those that find no room. */
  synchronized void missed(long count) {
    dropped += count;
  }

  private void put(String text) {
    waiting.add(text);
    characters += text.length();
  }

  private String droppedEvent() {
    long count = dropped;
    dropped = 0;
    return Feeds.text("dropped", Json.object(out -> out.writeNumberProperty("count", count)));
  }

  /** Ends it when everything that waits was sent. */
  synchronized void end() {
    ended = true;
    notifyAll();
  }

  /** Adds a last event, which is never dropped, and ends it. */
  synchronized void end(String kind, Json data) {
    if (!ended) {
      if (dropped > 0) {
        put(droppedEvent());
      }
      put(Feeds.text(kind, data));
      end();
    }
  }

  synchronized boolean isEnded() {
    return ended;
  }

  /** All that waits, as one text; empty if nothing came in time, or all is said. */
  synchronized String take(Duration atMost) throws InterruptedException {
    long until = System.nanoTime() + atMost.toNanos();
    while (waiting.isEmpty() && !ended) {
      long left = until - System.nanoTime();
      if (left <= 0) {
        return "";
      }
      wait(left / 1_000_000, (int) (left % 1_000_000));
    }
    StringBuilder all = new StringBuilder();
    waiting.forEach(all::append);
    waiting.clear();
    characters = 0;
    return all.toString();
  }

  /** Nobody reads it any more. */
  synchronized void close() {
    ended = true;
    waiting.clear();
    characters = 0;
    notifyAll();
  }
}
