package io.polyplug.host;

/**
 * A call that was sent and is under way. Whoever started it awaits it, once, or closes it; until
 * then the instance that answers it is held. For one thread at a time.
 *
 * @param <T> what is answered
 */
public interface Started<T> extends AutoCloseable {
  /**
   * Waits for the answer; throws {@link PluginException} as a call that blocks does. An interrupt
   * cancels the call.
   */
  T await();

  /** Cancels a call that was not awaited; does nothing to others. */
  @Override
  void close();
}
