package io.polyplug.rune.protocol;

import io.polyplug.wire.Json;

/** What the host says first (section 5.1). */
public record HandshakeRequest(String protocolVersion) {
  public Json toJson() {
    return Json.object(
        line -> {
          line.writeStringProperty("type", "handshake");
          line.writeStringProperty("protocol_version", protocolVersion);
        });
  }

  /** Reads the host's line, on the plugin's side. */
  public static HandshakeRequest read(byte[] line) throws MalformedLine {
    LineReader reader = LineReader.of(line);
    if (!reader.text("type").equals("handshake")) {
      throw new MalformedLine("a line whose \"type\" is not \"handshake\"");
    }
    return new HandshakeRequest(reader.text("protocol_version"));
  }
}
