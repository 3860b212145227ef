package io.polyplug.host;

import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The results of a stream tool, in order, one reader at a time.
 *
 * <p>Iterating blocks until the next result and ends when the stream ended well; a stream that
 * failed gives everything that came before and then throws its {@link PluginException}. Closing
 * stops delivery at once and is harmless after the end.
 */
public interface ToolStream extends Iterable<JsonNode>, AutoCloseable {
  /** The next result, or empty at the good end; blocks. */
  Optional<Json> next();

  /** As {@link #next()}, but fails with {@code timeout} if nothing comes within the time. */
  Optional<Json> next(Duration timeout);

  @Override
  void close();

  @Override
  default Iterator<JsonNode> iterator() {
    return new Iterator<>() {
      private Optional<Json> ahead = Optional.empty();
      private boolean read;

      @Override
      public boolean hasNext() {
        if (!read) {
          ahead = ToolStream.this.next();
          read = true;
        }
        return ahead.isPresent();
      }

      @Override
      public JsonNode next() {
        if (!hasNext()) {
          throw new NoSuchElementException("the stream ended");
        }
        read = false;
        return JsonTrees.read(ahead.orElseThrow());
      }
    };
  }
}
