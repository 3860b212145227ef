package io.polyplug.testkit;

import io.polyplug.host.HostEvent;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.time.Duration;
import java.util.Optional;

/**
 * A message that went over the wire, whole.
 *
 * @param plugin the plugin's {@linkplain io.polyplug.host.PluginInfo#key() key}
 * @param text its body as it was
 * @param at when, in virtual time from the beginning
 */
public record Frame(String plugin, HostEvent.Direction direction, String text, Duration at) {
  /** Whether the host sent it. */
  public boolean isToPlugin() {
    return direction == HostEvent.Direction.TO_PLUGIN;
  }

  /** Its method, where it is a request or a notification; for rune its type. */
  public Optional<String> method() {
    return member("method").or(() -> member("type")).map(Json::stringValue);
  }

  /** One of its members; empty if it has none of that name or is no object. */
  public Optional<Json> member(String name) {
    try {
      Json json = Json.parse(text);
      return json.kind() == Json.Kind.OBJECT
          ? Optional.ofNullable(JsonParts.find(json, name)[0])
          : Optional.empty();
    } catch (InvalidJson e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return (isToPlugin() ? "-> " : "<- ") + plugin + " " + text;
  }
}
