package io.polyplug.host.bus;

/**
 * One who hears a {@link SnapshotBus}. Safe from any thread; hears nothing once {@link #close} has
 * returned.
 */
public interface BusListener extends AutoCloseable {
  /** Hears the topic from now on, once however often it subscribes. */
  void subscribe(String topic);

  /** Hears every topic from now on. */
  void subscribeToAll();

  @Override
  void close();
}
