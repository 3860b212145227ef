package io.polyplug.host;

/**
 * A running instance lent to a typed client. Closing gives it back; exactly once.
 *
 * @param session the instance
 * @param giveBack what closing does
 */
public record Held<S extends Session>(S session, Runnable giveBack) implements AutoCloseable {
  @Override
  public void close() {
    giveBack.run();
  }
}
