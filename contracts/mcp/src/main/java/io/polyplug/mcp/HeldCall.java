package io.polyplug.mcp;

import io.polyplug.host.Held;
import io.polyplug.host.Started;

/** A call that gives the server that it was sent to back when it is over. */
final class HeldCall<T> implements Started<T> {
  private final Held<?> held;
  private final Started<T> call;
  private boolean over;

  HeldCall(Held<?> held, Started<T> call) {
    this.held = held;
    this.call = call;
  }

  @Override
  public T await() {
    if (over) {
      throw new IllegalStateException("This call was awaited or closed before.");
    }
    over = true;
    try (held) {
      return call.await();
    }
  }

  @Override
  public void close() {
    if (!over) {
      over = true;
      try (held) {
        call.close();
      }
    }
  }
}
