package io.polyplug.bowire.protocol;

import io.polyplug.wire.Json;
import java.util.List;
import java.util.Optional;

/**
 * What a sidecar answers to {@code initialize} (5.4). All texts are the sidecar's.
 *
 * @param id the protocol it implements; empty if it did not say
 * @param name how it wants to be called, if it says
 * @param iconSvg its icon, if it has one that shows anything
 * @param settings what can be set
 * @param protocolVersion which version of this contract it speaks, if it says
 * @param capabilities what it can do
 */
public record Handshake(
    String id,
    Optional<String> name,
    Optional<String> iconSvg,
    List<Setting> settings,
    Optional<Long> protocolVersion,
    Capabilities capabilities) {
  /** What the Rust SDK sends for no icon. */
  private static final String EMPTY_ICON = "<svg/>";

  public Handshake {
    settings = List.copyOf(settings);
  }

  /** Reads a result; whatever it lacks is empty. */
  public static Handshake read(Json result) {
    Members members = Members.of(result);
    return new Handshake(
        members.text("id").orElse(""),
        members.words("name"),
        members.words("iconSvg").filter(icon -> !icon.strip().equals(EMPTY_ICON)),
        members.elements("settings").stream().map(Setting::read).flatMap(Optional::stream).toList(),
        members.whole("protocolVersion"),
        Capabilities.read(members.value("capabilities").orElse(Json.NULL)));
  }

  /** The same as a result, for whoever speaks for a sidecar. */
  public Json toJson() {
    return Json.object(
        out -> {
          out.writeStringProperty("id", id);
          out.writeStringProperty("name", name.orElse(""));
          out.writeStringProperty("iconSvg", iconSvg.orElse(""));
          out.writeArrayPropertyStart("settings");
          settings.forEach(setting -> setting.toJson().writeTo(out));
          out.writeEndArray();
          protocolVersion.ifPresent(it -> out.writeNumberProperty("protocolVersion", it));
          out.writeName("capabilities");
          capabilities.toJson().writeTo(out);
        });
  }
}
