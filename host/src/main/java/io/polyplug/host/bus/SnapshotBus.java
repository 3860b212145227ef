package io.polyplug.host.bus;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Topics with a retained last value and ordered delivery. Every publish is delivered to every
 * listener that subscribed to its topic before, except the publisher's own; none is left out or
 * merged, and all listeners hear them in the same order. Only the last one of a topic is retained.
 *
 * <p>Publishing never waits for listeners to do something with what they hear. Who may publish and
 * hear what is decided by whoever holds the bus, not by it. Safe from any thread.
 */
public interface SnapshotBus {
  /** What the host itself publishes as. */
  String HOST = "host";

  /** A bus inside this process. */
  static SnapshotBus inProcess() {
    return new LocalBus(Retention.DEFAULT);
  }

  /**
   * Retains the payload as the topic's last value and delivers it. The array belongs to the bus
   * from here on.
   *
   * @return the version that it has
   */
  long publish(String publisher, String topic, byte[] payload);

  /** The last value of a topic; empty if there is none. */
  Optional<Snapshot> latest(String topic);

  /** The last value of every topic, by the names of the topics. */
  List<Snapshot> retained();

  /** Forgets the last value of a topic, if that publisher published it. */
  void forget(String publisher, String topic);

  /**
   * A listener that hears nothing yet.
   *
   * @param name whose publishes it does not hear
   * @param delivery told of one snapshot after another, on threads of publishers; must be quick and
   *     must not block
   */
  BusListener join(String name, Consumer<Snapshot> delivery);
}
