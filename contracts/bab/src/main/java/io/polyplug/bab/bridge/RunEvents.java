package io.polyplug.bab.bridge;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.Notification;
import io.polyplug.wire.NotificationHandler;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Brings the events of runs to those who wait for them, in order. Safe from any thread. */
final class RunEvents implements NotificationHandler {
  private final AtomicLong numbers = new AtomicLong();
  private final Map<Long, Consumer<Json>> open = new ConcurrentHashMap<>();

  /** A run that is under way. */
  final class Open implements AutoCloseable {
    private final long number;

    private Open(long number) {
      this.number = number;
    }

    long number() {
      return number;
    }

    @Override
    public void close() {
      open.remove(number);
    }
  }

  Open open(Consumer<Json> onEvent) {
    long number = numbers.incrementAndGet();
    open.put(number, onEvent);
    return new Open(number);
  }

  @Override
  public void handle(Notification notification) {
    Json params = notification.params();
    if (params == null) {
      return;
    }
    @Nullable Json[] found = JsonParts.find(params, "run", "event");
    Json run = found[0];
    Json event = found[1];
    if (run != null && event != null) {
      Consumer<Json> listener = open.get(Long.parseLong(run.toString()));
      if (listener != null) {
        listener.accept(event);
      }
    }
  }
}
