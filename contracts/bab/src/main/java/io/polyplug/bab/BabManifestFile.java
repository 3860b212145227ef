package io.polyplug.bab;

import io.polyplug.host.ManifestProblem;
import io.polyplug.host.ManifestedPlugin;
import io.polyplug.host.config.TextPlace;
import java.nio.file.Path;
import java.util.List;

/**
 * The {@code manifest.yaml} of a plugin, for those who write it.
 *
 * @param folder the plugin's
 */
record BabManifestFile(Path folder) implements ManifestedPlugin {
  @Override
  public Path manifestFile() {
    return folder.resolve(BabManifest.FILE_NAME);
  }

  @Override
  public String manifestFormat() {
    return "yaml";
  }

  @Override
  public List<ManifestProblem> manifestProblems(String text) {
    try {
      var _ = BabManifest.parse(text);
      return List.of();
    } catch (InvalidManifest e) {
      YamlPlaces places = YamlPlaces.of(text);
      return e.problems().stream().map(it -> problem(it, places)).toList();
    }
  }

  private static ManifestProblem problem(InvalidManifest.Problem problem, YamlPlaces places) {
    TextPlace at =
        problem.path().isEmpty()
            ? new TextPlace(problem.line(), problem.column())
            : places.ofKey(problem.path());
    return ManifestProblem.error(at.line(), at.column(), problem.path(), problem.text());
  }
}
