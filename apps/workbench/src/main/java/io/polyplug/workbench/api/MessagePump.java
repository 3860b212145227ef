package io.polyplug.workbench.api;

import io.polyplug.base.Clock;
import io.polyplug.host.ToolStream;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * Passes the messages of a stream on to one browser. The plugin is read as fast as it writes:
 * messages that the browser has no room for are dropped, but every one is counted, and the counts
 * are told at most ten times a second. {@link #run} blocks until the stream is over, on a thread of
 * its own; the rest is safe from any thread.
 */
final class MessagePump {
  private static final Duration BETWEEN_COUNTS = Duration.ofMillis(100);

  /** A longer message is counted, but only its beginning is sent. */
  private static final int LONGEST_MESSAGE = 1 << 20;

  private static final int SHOWN_OF_LONGER = 64 << 10;

  private final ToolStream stream;
  private final Feed feed;
  private final Clock clock;
  private final long start;
  private long count;
  private long bytes;
  private boolean over;
  private boolean countsAreDue;

  MessagePump(ToolStream stream, Feed feed, Clock clock) {
    this.stream = stream;
    this.feed = feed;
    this.clock = clock;
    this.start = clock.nanoTime();
  }

  /** Ends the feed when the stream ended, well or badly. */
  void run() {
    try {
      for (Optional<Json> next = stream.next(); next.isPresent(); next = stream.next()) {
        pass(next.get());
      }
      finish("end", Json.object(this::counts));
    } catch (RuntimeException failure) {
      finish("error", Outcomes.of(failure, count, bytes));
    }
  }

  private synchronized void pass(Json message) {
    long index = count++;
    bytes += message.length();
    long atMs = (clock.nanoTime() - start) / 1_000_000;
    feed.add("message", event(index, atMs, message));
    if (!countsAreDue) {
      countsAreDue = true;
      clock.schedule(BETWEEN_COUNTS, this::tellCounts);
    }
  }

  private static Json event(long index, long atMs, Json message) {
    return Json.object(
        out -> {
          out.writeNumberProperty("index", index);
          out.writeNumberProperty("atMs", atMs);
          out.writeName("data");
          if (message.length() <= LONGEST_MESSAGE) {
            // An event is a line, whatever spaces the plugin wrote.
            message.compact().writeTo(out);
          } else {
            out.writeString(beginning(message.toString()));
            out.writeNumberProperty("cutFrom", message.length());
          }
        });
  }

  /** Of a pair of surrogates both or none. */
  private static String beginning(String text) {
    int cut = Math.min(text.length(), SHOWN_OF_LONGER);
    return text.substring(0, Character.isHighSurrogate(text.charAt(cut - 1)) ? cut - 1 : cut);
  }

  private synchronized void tellCounts() {
    countsAreDue = false;
    if (!over) {
      feed.add("counters", Json.object(this::counts));
    }
  }

  private void counts(JsonGenerator out) {
    out.writeNumberProperty("count", count);
    out.writeNumberProperty("bytes", bytes);
  }

  private synchronized void finish(String kind, Json last) {
    over = true;
    feed.end(kind, last);
  }
}
