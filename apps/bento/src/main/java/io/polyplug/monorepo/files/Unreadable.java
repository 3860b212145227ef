package io.polyplug.monorepo.files;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Files that are there and cannot be read: leaving them out would make keys lie. */
public final class Unreadable {
  private Unreadable() {}

  public static WorkspaceProblem file(Path file, IOException cause) {
    return problem("file", file, cause);
  }

  public static WorkspaceProblem folder(Path folder, IOException cause) {
    return problem("folder", folder, cause);
  }

  private static WorkspaceProblem problem(String kind, Path path, IOException cause) {
    String shown = UntrustedText.escape(path.toString());
    WorkspaceProblem problem =
        new WorkspaceProblem(
            ProblemKind.INTERNAL,
            "The " + kind + " '" + shown + "' cannot be read: " + why(cause) + ".",
            Optional.of(shown),
            Optional.of("Make it readable, or name it in a .gitignore if it is no input."),
            List.of());
    problem.initCause(cause);
    return problem;
  }

  private static String why(IOException cause) {
    if (cause instanceof AccessDeniedException) {
      return "permission denied";
    }
    String reason =
        cause instanceof FileSystemException failure ? failure.getReason() : cause.getMessage();
    return reason == null ? cause.getClass().getSimpleName() : UntrustedText.escape(reason);
  }
}
