package io.polyplug.ainb;

import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.ainb.protocol.Bytes;
import io.polyplug.host.bus.Snapshot;
import io.polyplug.wire.Dialect;
import io.polyplug.wire.EncodedNotification;
import io.polyplug.wire.Json;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Snapshots as notifications of {@code plugin/handle_event}. While a plugin publishes, all who hear
 * it share one text: ten subscribers of a large snapshot do not hold it ten times. Safe from any
 * thread.
 */
final class EventTexts {
  private static final Dialect DIALECT = AinbProtocol.dialect();

  /** By the payload itself, not by what it holds; only what is being published now. */
  private final Map<byte[], EncodedNotification> publishing =
      Collections.synchronizedMap(new IdentityHashMap<>());

  /** Has the text made, before anybody hears it. */
  void begin(String topic, byte[] payload) {
    publishing.put(payload, text(topic, payload));
  }

  void end(byte[] payload) {
    publishing.remove(payload);
  }

  EncodedNotification of(Snapshot snapshot) {
    EncodedNotification made = publishing.get(snapshot.payload());
    return made == null ? text(snapshot.topic(), snapshot.payload()) : made;
  }

  private static EncodedNotification text(String topic, byte[] payload) {
    return EncodedNotification.of(
        DIALECT,
        AinbProtocol.HANDLE_EVENT,
        Json.object(
            out -> {
              out.writeStringProperty("topic", topic);
              out.writeStringProperty("payload", Bytes.write(payload));
            }));
  }
}
