package io.polyplug.monorepo.config;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.config.ConfigMistake;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Makes problems of mistakes in files: the message names them from the root on, the place whole.
 */
final class ConfigProblems {
  private ConfigProblems() {}

  static WorkspaceProblem of(ProblemKind kind, Path root, ConfigMistake mistake) {
    return of(kind, root, mistake, Optional.empty(), List.of());
  }

  static WorkspaceProblem of(
      ProblemKind kind,
      Path root,
      ConfigMistake mistake,
      Optional<String> hint,
      List<String> nextSteps) {
    String key = UntrustedText.excerpt(mistake.key(), 100);
    String message =
        name(root, mistake.file())
            + ": "
            + (key.isEmpty() ? "" : key + ": ")
            + UntrustedText.excerpt(mistake.problem(), 400);
    return new WorkspaceProblem(kind, message, Optional.of(place(mistake, key)), hint, nextSteps);
  }

  /** The file as people of the workspace call it. */
  static String name(Path root, Path file) {
    Path shown = file.startsWith(root) ? root.relativize(file) : file;
    return UntrustedText.escape(shown.toString());
  }

  private static String place(ConfigMistake mistake, String key) {
    String file = UntrustedText.escape(mistake.file().toString());
    String line = mistake.line() > 0 ? ":" + mistake.line() : "";
    return file + line + (key.isEmpty() ? "" : " (" + key + ")");
  }
}
