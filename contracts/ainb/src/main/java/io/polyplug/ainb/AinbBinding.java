package io.polyplug.ainb;

import io.polyplug.host.config.ConfigTable;
import java.nio.file.Path;
import java.util.List;

/** What a {@code [[plugin]]} table says: a plugin's folder, and what the user wants of it. */
record AinbBinding(PluginFolder plugin, AinbOptions options) {
  static AinbBinding read(ConfigTable table) {
    Path folder = table.folder().resolve(table.requiredText("path")).toAbsolutePath().normalize();
    AinbOptions options = AinbOptions.read(table);
    return switch (ManifestReader.read(folder)) {
      case ManifestReading.Good(Manifest manifest, List<String> warnings) ->
          new AinbBinding(new PluginFolder(folder, manifest, warnings), options);
      case ManifestReading.Bad bad ->
          throw table.mistake("path", "no usable plugin in " + folder + ": " + bad.reason());
    };
  }
}
