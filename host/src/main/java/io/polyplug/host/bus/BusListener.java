package io.polyplug.host.bus;

import java.util.List;
import java.util.Optional;

/**
 * One who hears a {@link SnapshotBus}. Safe from any thread; hears nothing once {@link #close} has
 * returned.
 */
public interface BusListener extends AutoCloseable {
  /**
   * Hears the topic from now on, once however often it subscribes.
   *
   * @return its last value at this moment, which is not told; everything newer is
   */
  Optional<Snapshot> subscribe(String topic);

  /**
   * Hears every topic from now on.
   *
   * @return the last values at this moment, by the names of the topics, which are not told
   */
  List<Snapshot> subscribeToAll();

  @Override
  void close();
}
