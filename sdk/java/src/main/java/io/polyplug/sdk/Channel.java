package io.polyplug.sdk;

import io.polyplug.wire.Json;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Both directions of a conversation. Messages come in the order in which they were sent; one thread
 * reads at a time, any thread sends.
 */
public interface Channel extends Iterable<Json> {
  /** Waits for the next message; empty when the caller will send no more. */
  Optional<Json> receive() throws InterruptedException;

  /** Sends one message: whatever a {@link ToolHandler} may return. */
  void send(@Nullable Object message) throws InterruptedException;

  /**
   * The messages until the caller will send no more. An interrupt ends it, too, and leaves the
   * thread interrupted.
   */
  @Override
  Iterator<Json> iterator();
}
