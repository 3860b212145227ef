package io.polyplug.sdk;

import org.jspecify.annotations.Nullable;

/** Where a stream's messages go, in their order. Safe from any thread. */
@FunctionalInterface
public interface ToolStream {
  /**
   * Sends one message: whatever a {@link ToolHandler} may return.
   *
   * @throws InterruptedException if nobody wants the stream any more
   */
  void send(@Nullable Object message) throws InterruptedException;
}
