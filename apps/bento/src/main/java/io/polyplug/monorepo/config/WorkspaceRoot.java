package io.polyplug.monorepo.config;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the folder that a workspace begins at. Pure functions of the file system. */
public final class WorkspaceRoot {
  /** The file that marks a root and holds its settings. */
  public static final String SETTINGS_FILE = "bento.toml";

  /** The folder that marks a root and holds its groups of dishes. */
  public static final String BENTOS_FOLDER = "bentos";

  /** The variable that names where to look from. */
  public static final String VARIABLE = "BENTO_WORKSPACE_ROOT";

  private WorkspaceRoot() {}

  /**
   * The root, canonical: the first folder with a mark, from the start upwards.
   *
   * @param option what the command line names
   * @param environment asked for {@link #VARIABLE} if the command line names nothing
   * @param folder the current folder, absolute, where neither does
   */
  public static Path find(Optional<String> option, Map<String, String> environment, Path folder)
      throws WorkspaceProblem {
    String variable = environment.getOrDefault(VARIABLE, "");
    if (option.isPresent()) {
      return from(folder, option.get());
    }
    return from(folder, variable);
  }

  private static Path from(Path folder, String named) throws WorkspaceProblem {
    Path start;
    try {
      start = folder.resolve(named).toRealPath();
    } catch (IOException | InvalidPathException e) {
      String shown = named.isEmpty() ? folder.toString() : named;
      throw notFound(
          "The folder " + UntrustedText.excerpt(shown, 300) + " does not exist or cannot be read.");
    }
    for (@Nullable Path at = start; at != null; at = at.getParent()) {
      if (Files.isRegularFile(at.resolve(SETTINGS_FILE))
          || Files.isDirectory(at.resolve(BENTOS_FOLDER))) {
        return at;
      }
    }
    throw notFound(
        "No workspace was found in "
            + UntrustedText.escape(start.toString())
            + " or above: none of these folders holds bento.toml or bentos/.");
  }

  private static WorkspaceProblem notFound(String message) {
    return new WorkspaceProblem(
        ProblemKind.WORKSPACE_NOT_FOUND,
        message,
        Optional.empty(),
        Optional.of("Go to a folder of the workspace, name it, or make one with init."),
        List.of("polyplug bento init", "--workspace PATH", VARIABLE + "=PATH"));
  }
}
