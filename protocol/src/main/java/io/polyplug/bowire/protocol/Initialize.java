package io.polyplug.bowire.protocol;

import io.polyplug.wire.Json;
import java.util.Map;

/**
 * The first request (5.4).
 *
 * @param hostVersion the version of this host
 * @param expectedProtocolId what the manifest declares
 * @param settings values that the user set; sent only if there are any
 */
public record Initialize(
    String hostVersion, String expectedProtocolId, Map<String, Json> settings) {
  public Initialize {
    settings = Map.copyOf(settings);
  }

  /** The params of the request. */
  public Json toJson() {
    return Json.object(
        out -> {
          out.writeStringProperty("hostVersion", hostVersion);
          out.writeNumberProperty("protocolVersion", BowireProtocol.VERSION);
          out.writeStringProperty("expectedProtocolId", expectedProtocolId);
          if (!settings.isEmpty()) {
            out.writeObjectPropertyStart("settings");
            settings.forEach(
                (key, value) -> {
                  out.writeName(key);
                  value.writeTo(out);
                });
            out.writeEndObject();
          }
        });
  }
}
