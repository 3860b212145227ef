package io.polyplug.rune.protocol;

import io.polyplug.wire.Json;
import java.util.List;
import java.util.Optional;

/**
 * What the plugin answers first (section 5.2). Decodable is not valid: who it is and what it may
 * have is checked by the host.
 */
public record HandshakeResponse(String type, Optional<Manifest> manifest) {
  /** How the plugin describes itself. Texts are empty where it said nothing. */
  public record Manifest(
      String pluginId,
      String pluginVersion,
      String protocolVersion,
      List<String> exposedTools,
      List<String> capabilities) {
    public Manifest {
      exposedTools = List.copyOf(exposedTools);
      capabilities = List.copyOf(capabilities);
    }
  }

  public static HandshakeResponse read(byte[] line) throws MalformedLine {
    LineReader reader = LineReader.of(line);
    String type = reader.text("type");
    Optional<LineReader> manifest = reader.object("manifest");
    return new HandshakeResponse(
        type, manifest.isEmpty() ? Optional.empty() : Optional.of(manifest(manifest.get())));
  }

  private static Manifest manifest(LineReader reader) throws MalformedLine {
    return new Manifest(
        reader.text("plugin_id"),
        reader.text("plugin_version"),
        reader.text("protocol_version"),
        reader.texts("exposed_tools"),
        reader.texts("capabilities"));
  }

  /** The plugin's line. */
  public Json toJson() {
    return Json.object(
        line -> {
          line.writeStringProperty("type", type);
          manifest.ifPresent(
              self -> {
                line.writeName("manifest");
                line.writeStartObject();
                line.writeStringProperty("plugin_id", self.pluginId());
                line.writeStringProperty("plugin_version", self.pluginVersion());
                line.writeStringProperty("protocol_version", self.protocolVersion());
                line.writeArrayPropertyStart("exposed_tools");
                self.exposedTools().forEach(line::writeString);
                line.writeEndArray();
                line.writeArrayPropertyStart("capabilities");
                self.capabilities().forEach(line::writeString);
                line.writeEndArray();
                line.writeEndObject();
              });
        });
  }
}
