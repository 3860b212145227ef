package io.polyplug.sdk.internal;

import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.sdk.AdapterCall;
import io.polyplug.sdk.Level;
import io.polyplug.wire.CallException;
import io.polyplug.wire.Json;
import io.polyplug.wire.Peer;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A question of bento. Fields of a log message stand behind it, since it has no place for them. */
final class BentoCall extends PlainCall implements AdapterCall {
  private final Peer peer;

  BentoCall(Peer peer, Running.Work work) {
    super("bento", work, Map.of(), "");
    this.peer = peer;
  }

  @Override
  public void log(Level level, String message, Map<String, ?> fields) {
    send(level, null, fields.isEmpty() ? message : message + " " + Values.toJson(fields));
  }

  @Override
  public void output(Stream stream, String text) {
    send(Level.INFO, stream.name().toLowerCase(Locale.ROOT), text);
  }

  private void send(Level level, @Nullable String stream, String message) {
    Json params =
        Json.object(
            out -> {
              out.writeStringProperty("level", level.word());
              if (stream != null) {
                out.writeStringProperty("stream", stream);
              }
              out.writeStringProperty("message", message);
            });
    try {
      peer.notify(BentoProtocol.LOG, params);
    } catch (CallException e) {
      super.log(level, message, Map.of());
    }
  }
}
