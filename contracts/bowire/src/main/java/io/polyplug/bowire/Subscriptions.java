package io.polyplug.bowire;

import io.polyplug.bowire.protocol.BowireProtocol;
import io.polyplug.bowire.protocol.Delivery;
import io.polyplug.host.PluginException;
import io.polyplug.wire.Json;
import io.polyplug.wire.Notification;
import io.polyplug.wire.Order;
import io.polyplug.wire.PeerBuilder;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for the messages of which stream or channel of one connection.
 *
 * <p>Messages for an id that nobody knows are dropped without a look: on HTTP they are other hosts'
 * (6.4). Handing out never blocks. Safe from any thread.
 */
final class Subscriptions {
  /** One stream or channel. Called in the order of arrival, one call at a time; must not block. */
  interface Subscriber {
    void data(Json message);

    void end(Optional<Delivery.Problem> problem);

    /** The host is about to end the sidecar. */
    default void abandon() {}

    /** The connection is over; nothing follows. */
    void lost(PluginException reason);
  }

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int ID_BYTES = 16;

  private final Map<String, Subscriber> streams = new ConcurrentHashMap<>();
  private final Map<String, Subscriber> channels = new ConcurrentHashMap<>();
  private @Nullable PluginException over;

  /** An id that no other host will ever choose (5.3). */
  static String newId() {
    byte[] random = new byte[ID_BYTES];
    RANDOM.nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  PeerBuilder attach(PeerBuilder peer) {
    return peer.onNotification(
            BowireProtocol.STREAM_DATA, Order.ORDERED, it -> data(it, streams, "streamId"))
        .onNotification(
            BowireProtocol.STREAM_END, Order.ORDERED, it -> end(it, streams, "streamId"))
        .onNotification(
            BowireProtocol.CHANNEL_DATA, Order.ORDERED, it -> data(it, channels, "channelId"))
        .onNotification(
            BowireProtocol.CHANNEL_CLOSED, Order.ORDERED, it -> end(it, channels, "channelId"));
  }

  void addStream(String id, Subscriber subscriber) {
    add(streams, id, subscriber);
  }

  void addChannel(String id, Subscriber subscriber) {
    add(channels, id, subscriber);
  }

  private void add(Map<String, Subscriber> map, String id, Subscriber subscriber) {
    PluginException reason;
    synchronized (this) {
      reason = over;
      if (reason == null) {
        map.put(id, subscriber);
      }
    }
    if (reason != null) {
      subscriber.lost(reason);
    }
  }

  void remove(String id) {
    streams.remove(id);
    channels.remove(id);
  }

  boolean isEmpty() {
    return streams.isEmpty() && channels.isEmpty();
  }

  /** Closes the channels that are open without waiting for anything (7.7). */
  void abandonChannels() {
    channels.values().forEach(Subscriber::abandon);
  }

  /** Fails everything that is live, and whatever comes later. */
  void lose(PluginException reason) {
    synchronized (this) {
      if (over != null) {
        return;
      }
      over = reason;
    }
    streams.values().forEach(it -> it.lost(reason));
    channels.values().forEach(it -> it.lost(reason));
    streams.clear();
    channels.clear();
  }

  private static void data(Notification notice, Map<String, Subscriber> map, String idName) {
    Delivery delivery = Delivery.data(notice.paramsOrEmpty(), idName);
    Subscriber subscriber = map.get(delivery.id());
    if (subscriber != null) {
      subscriber.data(delivery.message());
    }
  }

  private static void end(Notification notice, Map<String, Subscriber> map, String idName) {
    Delivery delivery = Delivery.end(notice.paramsOrEmpty(), idName);
    Subscriber subscriber = map.remove(delivery.id());
    if (subscriber != null) {
      subscriber.end(delivery.error());
    }
  }
}
