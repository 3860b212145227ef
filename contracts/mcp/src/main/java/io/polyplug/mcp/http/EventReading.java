package io.polyplug.mcp.http;

import io.polyplug.wire.FramingException;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.SseDecoder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads one logical stream of events, over one connection after another, and hands on each message.
 * Used by one thread.
 */
final class EventReading {
  /** How long to wait before connecting again, if the server does not say. */
  private static final Duration USUAL_RETRY = Duration.ofSeconds(1);

  private static final Duration LONGEST_RETRY = Duration.ofMinutes(5);

  /** A server that says "at once" again and again must not keep this machine busy. */
  private static final Duration SHORTEST_RETRY = Duration.ofMillis(100);

  private final int maxEvent;
  private final boolean batches;
  private final Consumer<byte[]> listener;
  private final Predicate<Json> isLast;
  private @Nullable String lastEvent;
  private Duration retry = USUAL_RETRY;
  private boolean answered;
  private long events;

  /**
   * @param isLast tells the message that the stream is there for
   */
  EventReading(int maxEvent, boolean batches, Consumer<byte[]> listener, Predicate<Json> isLast) {
    this.maxEvent = maxEvent;
    this.batches = batches;
    this.listener = listener;
    this.isLast = isLast;
  }

  /** Reads to the end of the connection, or to the message that it is there for. */
  void read(InputStream in) throws IOException, FramingException {
    SseDecoder decoder = new SseDecoder(maxEvent);
    while (!answered && decoder.readFrom(in) >= 0) {
      for (byte[] event = decoder.next(); event != null; event = decoder.next()) {
        events++;
        note(decoder);
        // An event without data only names itself, so that one can come back to it.
        if (event.length > 0) {
          message(event);
        }
      }
      note(decoder);
    }
  }

  private void note(SseDecoder decoder) {
    String id = decoder.lastEventId();
    if (id != null) {
      lastEvent = isForHeaders(id) ? id : null;
    }
    if (decoder.retryMillis() >= 0) {
      Duration asked = Duration.ofMillis(decoder.retryMillis());
      Duration least = asked.compareTo(SHORTEST_RETRY) < 0 ? SHORTEST_RETRY : asked;
      retry = least.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : least;
    }
  }

  /** One that is not cannot be named to the server, so nothing goes on from there. */
  private static boolean isForHeaders(String id) {
    return !id.isEmpty() && id.chars().allMatch(c -> c >= ' ' && c < 0x7F);
  }

  /** Hands on a message, or several. */
  void message(byte[] body) {
    Json message = parsed(body);
    if (batches && message != null && message.kind() == Json.Kind.ARRAY) {
      JsonParts.elements(message).forEach(it -> one(it.toByteArray(), it));
    } else {
      one(body, message);
    }
  }

  private void one(byte[] body, @Nullable Json message) {
    listener.accept(body);
    answered |= message != null && isLast.test(message);
  }

  static @Nullable Json parsed(byte[] body) {
    try {
      return Json.parse(new String(body, StandardCharsets.UTF_8));
    } catch (InvalidJson noMessage) {
      // Who is told of it says so.
      return null;
    }
  }

  /** Whether the message that it is there for has come. */
  boolean isAnswered() {
    return answered;
  }

  /** Where to go on; null if one cannot. */
  @Nullable String lastEvent() {
    return lastEvent;
  }

  Duration retry() {
    return retry;
  }

  /** How many events have come. */
  long events() {
    return events;
  }
}
