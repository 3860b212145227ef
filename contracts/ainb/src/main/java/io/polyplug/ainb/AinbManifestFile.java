package io.polyplug.ainb;

import io.polyplug.host.ManifestProblem;
import io.polyplug.host.ManifestedPlugin;
import java.nio.file.Path;
import java.util.List;

/** The {@code manifest.toml} of a plugin, for those who write it. */
record AinbManifestFile(PluginFolder plugin) implements ManifestedPlugin {
  @Override
  public Path manifestFile() {
    return plugin.manifestFile();
  }

  @Override
  public String manifestFormat() {
    return "toml";
  }

  @Override
  public List<ManifestProblem> manifestProblems(String text) {
    return ManifestReader.problems(text, String.valueOf(plugin.folder().getFileName()));
  }
}
