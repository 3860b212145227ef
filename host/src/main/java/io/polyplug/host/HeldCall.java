package io.polyplug.host;

/** A call of a typed client that gives the instance back which it was sent to. */
final class HeldCall<T> extends AwaitedOnce<T> {
  private final Held<?> held;
  private final Started<T> call;

  HeldCall(Held<?> held, Started<T> call) {
    this.held = held;
    this.call = call;
  }

  @Override
  T awaitNow() {
    try (held) {
      return call.await();
    }
  }

  @Override
  void cancelNow() {
    try (held) {
      call.close();
    }
  }
}
