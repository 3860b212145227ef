package io.polyplug.mcp;

import io.polyplug.host.ToolProgress;
import io.polyplug.mcp.protocol.MetaKeys;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Brings progress to those who asked for it, by token. Safe from any thread. */
final class ProgressDesk {
  private final AtomicLong lastToken = new AtomicLong();
  private final Map<Long, Consumer<ToolProgress>> listeners = new ConcurrentHashMap<>();

  /** A token, for which progress is told until {@link #remove}. */
  long add(Consumer<ToolProgress> listener) {
    long token = lastToken.incrementAndGet();
    listeners.put(token, listener);
    return token;
  }

  void remove(long token) {
    listeners.remove(token);
  }

  /** A notification came; one that cannot be read or that nobody waits for is passed over. */
  void progressed(Json params) {
    if (listeners.isEmpty() || params.kind() != Json.Kind.OBJECT) {
      return;
    }
    @Nullable Json[] found =
        JsonParts.find(params, MetaKeys.PROGRESS_TOKEN, "progress", "total", "message");
    Consumer<ToolProgress> listener = listener(found[0]);
    OptionalDouble progress = number(found[1]);
    if (listener != null && progress.isPresent()) {
      String message = found[3] == null ? null : found[3].stringValue();
      listener.accept(
          new ToolProgress(
              progress.getAsDouble(), number(found[2]), message == null ? "" : message));
    }
  }

  private @Nullable Consumer<ToolProgress> listener(@Nullable Json token) {
    if (token == null) {
      return null;
    }
    // Some servers give a number back as a text.
    String text = token.kind() == Json.Kind.STRING ? token.stringValue() : token.toString();
    try {
      return text == null ? null : listeners.get(Long.parseLong(text));
    } catch (NumberFormatException notOurs) {
      return null;
    }
  }

  /** Empty for one that is too large to be a number here. */
  private static OptionalDouble number(@Nullable Json value) {
    double number =
        value == null || value.kind() != Json.Kind.NUMBER
            ? Double.NaN
            : Double.parseDouble(value.toString());
    return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
  }
}
