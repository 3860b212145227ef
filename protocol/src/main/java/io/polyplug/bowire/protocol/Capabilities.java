package io.polyplug.bowire.protocol;

import io.polyplug.wire.Json;

/**
 * What a sidecar can do (5.4). What it does not mention it can.
 *
 * @param discover whether it answers {@code discover}
 * @param invoke whether it answers {@code invoke}
 * @param invokeStream whether it answers {@code invokeStream}
 * @param channels whether it has duplex channels
 */
public record Capabilities(
    boolean discover, boolean invoke, boolean invokeStream, boolean channels) {
  static Capabilities read(Json value) {
    Members members = Members.of(value);
    return new Capabilities(
        members.flag("discover").orElse(true),
        members.flag("invoke").orElse(true),
        members.flag("invokeStream").orElse(true),
        members.flag("channels").orElse(true));
  }

  Json toJson() {
    return Json.object(
        out -> {
          out.writeBooleanProperty("discover", discover);
          out.writeBooleanProperty("invoke", invoke);
          out.writeBooleanProperty("invokeStream", invokeStream);
          out.writeBooleanProperty("channels", channels);
        });
  }
}
