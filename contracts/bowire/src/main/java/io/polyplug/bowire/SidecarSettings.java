package io.polyplug.bowire;

import io.polyplug.bowire.protocol.Setting;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginSetting;
import io.polyplug.host.SettablePlugin;
import io.polyplug.wire.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a sidecar lets be set, as its handshake says it (5.4). */
record SidecarSettings(Plugin plugin, Sidecar sidecar) implements SettablePlugin {
  @Override
  public Optional<List<PluginSetting>> settings() {
    return plugin
        .running(SidecarSession.class)
        .map(it -> it.handshake().settings().stream().map(SidecarSettings::read).toList());
  }

  @Override
  public Map<String, Json> configured() {
    return sidecar.options().settings();
  }

  private static PluginSetting read(Setting setting) {
    return new PluginSetting(
        setting.key(),
        setting.label(),
        setting.description(),
        switch (setting.type()) {
          case "bool" -> PluginSetting.Type.BOOL;
          case "number" -> PluginSetting.Type.NUMBER;
          case "select" -> PluginSetting.Type.SELECT;
          // What a newer contract may name is written as text.
          default -> PluginSetting.Type.STRING;
        },
        setting.defaultValue(),
        setting.options().stream()
            .map(it -> new PluginSetting.Choice(it.value(), it.label()))
            .toList(),
        setting.required());
  }
}
