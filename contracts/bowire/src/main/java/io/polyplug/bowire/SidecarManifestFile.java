package io.polyplug.bowire;

import io.polyplug.host.ManifestProblem;
import io.polyplug.host.ManifestedPlugin;
import io.polyplug.host.config.JsonPositions;
import io.polyplug.host.config.TextPlace;
import java.nio.file.Path;
import java.util.List;

/** The {@code sidecar.json} of a sidecar, for those who write it. */
record SidecarManifestFile(Path manifestFile) implements ManifestedPlugin {
  /** For each of them the whole text is looked through. */
  static final int MOST_UNKNOWN = 50;

  @Override
  public String manifestFormat() {
    return "json";
  }

  @Override
  public List<ManifestProblem> manifestProblems(String text) {
    try {
      return SidecarManifest.parse(text).unknown().stream()
          .limit(MOST_UNKNOWN)
          .map(
              key -> {
                TextPlace at = JsonPositions.ofKey(text, key);
                return ManifestProblem.warning(at.line(), at.column(), key, "unknown and ignored");
              })
          .toList();
    } catch (InvalidManifest e) {
      TextPlace at = e.key().isEmpty() ? e.place() : JsonPositions.ofKey(text, e.key());
      return List.of(ManifestProblem.error(at.line(), at.column(), e.key(), e.problem()));
    }
  }
}
