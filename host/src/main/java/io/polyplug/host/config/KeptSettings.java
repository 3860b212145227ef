package io.polyplug.host.config;

import io.polyplug.host.PluginInfo;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the user has set for plugins, kept in a file of the state folder: one JSON object on a line,
 * with the plugin's key and its values. Nothing is created before something is set. Safe from any
 * thread.
 */
public final class KeptSettings {
  private static final String PLUGIN = "plugin";
  private static final String VALUES = "values";

  private final StateLines lines;

  public KeptSettings(Path stateFolder) {
    this.lines = new StateLines(stateFolder, "settings");
  }

  /** The values of a plugin as they are now; none if nothing was set. */
  public Map<String, Json> of(PluginInfo plugin) throws IOException {
    for (String line : lines.read()) {
      Map<String, Json> entry = entry(line);
      Json values = entry.get(VALUES);
      if (isOf(plugin, entry) && values != null && values.kind() == Json.Kind.OBJECT) {
        return JsonParts.members(values);
      }
    }
    return Map.of();
  }

  /** Keeps these values in the place of all before; none to forget the plugin. */
  public void set(PluginInfo plugin, Map<String, Json> values) throws IOException {
    lines.change(
        before -> {
          List<String> after = new ArrayList<>(before);
          after.removeIf(line -> isOf(plugin, entry(line)));
          if (!values.isEmpty()) {
            after.add(line(plugin, values));
          }
          return after;
        });
  }

  private static boolean isOf(PluginInfo plugin, Map<String, Json> entry) {
    return Optional.ofNullable(entry.get(PLUGIN))
        .filter(it -> plugin.key().equals(it.stringValue()))
        .isPresent();
  }

  /** A line that is no entry is nobody's, and stays. */
  private static Map<String, Json> entry(String line) {
    try {
      Json read = Json.parse(line);
      return read.kind() == Json.Kind.OBJECT ? JsonParts.members(read) : Map.of();
    } catch (InvalidJson e) {
      return Map.of();
    }
  }

  private static String line(PluginInfo plugin, Map<String, Json> values) {
    return Json.object(
            out -> {
              out.writeStringProperty(PLUGIN, plugin.key());
              out.writeObjectPropertyStart(VALUES);
              values.forEach(
                  (key, value) -> {
                    out.writeName(key);
                    value.compact().writeTo(out);
                  });
              out.writeEndObject();
            })
        .toString();
  }
}
