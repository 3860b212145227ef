package io.polyplug.workbench.api;

import io.polyplug.base.Clock;
import io.polyplug.door.Exchange;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The event streams to browsers. Each has a queue of its own that is bounded in events and in
 * bytes: who reads too slowly misses events and is told how many, and slows nobody. Safe from any
 * thread; closing ends all.
 */
final class Feeds implements AutoCloseable {
  /** So a browser that vanished is found, and one that waits knows that we live. */
  private static final Duration HEARTBEAT = Duration.ofSeconds(5);

  static final int MOST_FEEDS = 500;
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Type", "text/event-stream; charset=utf-8",
          "Cache-Control", "no-store",
          "X-Accel-Buffering", "no",
          "X-Content-Type-Options", "nosniff");

  private final Clock clock;
  private final Set<Feed> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  Feeds(Clock clock) {
    this.clock = clock;
  }

  /** A feed that {@link #run} sends; events may be added before. */
  Feed feed() throws ApiProblem {
    if (closed || open.size() >= MOST_FEEDS) {
      throw new ApiProblem(503, "busy", "there are too many event streams; close some pages");
    }
    Feed feed = new Feed();
    open.add(feed);
    return feed;
  }

  /** Sends what is added until the feed is ended or its browser is gone. Blocks for so long. */
  void run(Feed feed, Exchange exchange) throws IOException {
    try (Exchange.Events events = exchange.events(HEADERS)) {
      events.write(": open\n\n");
      while (!closed) {
        String text = feed.take(HEARTBEAT);
        if (text.isEmpty()) {
          if (feed.isEnded()) {
            return;
          }
          events.write(": alive\n\n");
        } else {
          events.write(text);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      feed.close();
      open.remove(feed);
    }
  }

  /** How many browsers follow something. */
  int size() {
    return open.size();
  }

  /** Now, for those who say when something was. */
  Clock clock() {
    return clock;
  }

  /** An event in the form of the stream. */
  static String text(String kind, Json data) {
    return "event: " + kind + "\ndata: " + data + "\n\n";
  }

  @Override
  public void close() {
    closed = true;
    open.forEach(Feed::end);
  }
}
