package io.polyplug.rune;

import io.polyplug.host.ManifestProblem;
import io.polyplug.host.ManifestedPlugin;
import io.polyplug.host.config.JsonPositions;
import io.polyplug.host.config.TextPlace;
import java.nio.file.Path;
import java.util.List;

/**
 * The {@code rterm-plugin.json} of a bundle, for those who write it.
 *
 * @param installation what the bundle is installed as
 */
record BundleManifestFile(Path manifestFile, String installation) implements ManifestedPlugin {
  @Override
  public String manifestFormat() {
    return "json";
  }

  @Override
  public List<ManifestProblem> manifestProblems(String text) {
    try {
      Path root = manifestFile.resolveSibling("");
      var _ = BundleManifest.parse(text, root, installation);
      return List.of();
    } catch (InvalidBundle e) {
      TextPlace at =
          e.position() >= 0
              ? JsonPositions.ofByte(text, e.position())
              : JsonPositions.ofKey(text, e.key());
      return List.of(ManifestProblem.error(at.line(), at.column(), e.key(), e.problem()));
    }
  }
}
