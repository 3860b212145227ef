package io.polyplug.monorepo.adapters;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What {@code package.json} says of Node itself. One that is no JSON is a problem. */
record PackageJsonPin() implements PinSource {
  @Override
  public @Nullable String version(Path dish, Project project) throws WorkspaceProblem {
    Optional<PackageJson> file = project.node().packageJson(dish);
    if (file.isEmpty()) {
      return null;
    }
    if (file.get().broken()) {
      String path = UntrustedText.escape(dish.resolve(NodeProjects.FILE).toString());
      throw new WorkspaceProblem(
          ProblemKind.CONFIG_PARSE,
          path + " is not a JSON object, so the version of Node that it wants is not known.",
          Optional.of(path),
          Optional.of("Correct the file, or pin Node in [toolchain] of dish.toml."),
          List.of());
    }
    return file.get().pinned();
  }
}
