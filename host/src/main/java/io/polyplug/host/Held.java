package io.polyplug.host;

/**
 * A running instance lent to a typed client. Closing gives it back; exactly once.
 *
 * @param session the instance
 * @param giveBack what closing does
 */
public record Held<S extends Session>(S session, Runnable giveBack) implements AutoCloseable {
  /** The call, which closes this when it is awaited or closed; nobody else may then. */
  public <T> Started<T> until(Started<T> call) {
    return new HeldCall<>(this, call);
  }

  @Override
  public void close() {
    giveBack.run();
  }
}
