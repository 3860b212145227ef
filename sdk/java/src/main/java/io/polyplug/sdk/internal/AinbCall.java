package io.polyplug.sdk.internal;

import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.sdk.HostServices;
import io.polyplug.sdk.Level;
import io.polyplug.wire.CallException;
import io.polyplug.wire.Json;
import io.polyplug.wire.Peer;
import java.util.Map;

/** A call under ainb, whose host keeps logs and has services. */
final class AinbCall extends PlainCall {
  private final Peer peer;

  AinbCall(Peer peer, Running.Work work) {
    super("ainb", work, Map.of(), "");
    this.peer = peer;
  }

  @Override
  public void log(Level level, String message, Map<String, ?> fields) {
    Json params =
        Json.object(
            out -> {
              out.writeStringProperty("level", level.word());
              out.writeStringProperty("message", message);
              if (!fields.isEmpty()) {
                out.writeName("fields");
                Values.write(fields, out);
              }
            });
    try {
      peer.notify(AinbProtocol.LOG, params);
    } catch (CallException e) {
      super.log(level, message, fields);
    }
  }

  @Override
  public HostServices host() {
    return new AinbServices(peer);
  }
}
