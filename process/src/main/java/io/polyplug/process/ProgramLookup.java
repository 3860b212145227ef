package io.polyplug.process;

import io.polyplug.base.UntrustedText;
import io.polyplug.process.LaunchFailure.Reason;
import io.polyplug.process.internal.NearestName;
import io.polyplug.process.internal.ProgramFile;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the program that a command names. A command with a separator is a path, taken relative to a
 * folder; any other is looked up in the folders of a search path, and nowhere else: the current
 * folder is searched only if the search path names it.
 *
 * @param folder what relative paths are relative to; absolute
 * @param searchPath folders separated by ':'; an empty entry is ignored
 */
public record ProgramLookup(Path folder, String searchPath) {
  /** With the host's own PATH and its working folder. */
  public static ProgramLookup ofHost() {
    String path = System.getenv("PATH");
    return new ProgramLookup(Path.of("").toAbsolutePath(), path == null ? "" : path);
  }

  /** The absolute path of the program; it exists, is a file and may be executed. */
  public Path find(String command) throws LaunchFailure {
    String name = command.trim();
    if (name.isEmpty()) {
      throw new LaunchFailure(Reason.NOT_FOUND, "No program was named: the command is empty.");
    }
    try {
      return name.indexOf('/') >= 0 ? byPath(name) : byName(name);
    } catch (InvalidPathException unwritable) {
      throw new LaunchFailure(
          Reason.NOT_FOUND,
          "\"" + UntrustedText.excerpt(name, 200) + "\" cannot be the name of a file here.");
    }
  }

  /** Whether there is such a program. */
  public boolean has(String command) {
    try {
      find(command);
      return true;
    } catch (LaunchFailure e) {
      return false;
    }
  }

  private Path byPath(String name) throws LaunchFailure {
    Path program = folder.resolve(name).toAbsolutePath().normalize();
    // Its content is for the kernel to judge, which may have been taught more than we know.
    var problem = ProgramFile.problemOfRights(program);
    if (problem.isPresent()) {
      throw problem.get();
    }
    return program;
  }

  private Path byName(String name) throws LaunchFailure {
    Path unusable = null;
    for (Path entry : folders()) {
      Path candidate = entry.resolve(name);
      if (Files.isRegularFile(candidate)) {
        if (Files.isExecutable(candidate)) {
          return candidate;
        }
        unusable = unusable == null ? candidate : unusable;
      }
    }
    if (unusable != null) {
      throw ProgramFile.problemOfRights(unusable)
          .orElseGet(() -> new LaunchFailure(Reason.NOT_EXECUTABLE, name + " was just replaced."));
    }
    String nearest =
        NearestName.in(folders(), name)
            .map(found -> "; did you mean " + UntrustedText.escape(found) + "?")
            .orElse("; install it or name it by its path.");
    throw new LaunchFailure(
        Reason.NOT_FOUND,
        "No program called \"" + UntrustedText.excerpt(name, 200) + "\" is on the PATH" + nearest);
  }

  private List<Path> folders() {
    List<Path> folders = new ArrayList<>();
    for (String entry : searchPath.split(":", -1)) {
      if (!entry.isEmpty()) {
        folders.add(folder.resolve(entry));
      }
    }
    return folders;
  }
}
