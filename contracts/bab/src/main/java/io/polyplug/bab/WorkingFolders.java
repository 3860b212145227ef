package io.polyplug.bab;

import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks the folder that a caller wants a program to run in (section 15). */
final class WorkingFolders {
  private final BabHost host;

  WorkingFolders(BabHost host) {
    this.host = host;
  }

  /**
   * @param anywhere whether the caller may name any folder; callers that are not the user may name
   *     only those below the host's folder, the user's home and the folder for temporary files
   */
  void check(Optional<String> given, boolean anywhere) throws DelegateFailure {
    if (given.isEmpty()) {
      return;
    }
    String text = given.get();
    Path real;
    try {
      real = host.folder().resolve(text).toRealPath();
    } catch (IOException | InvalidPathException e) {
      throw wrong("working_directory does not exist", text);
    }
    if (!Files.isDirectory(real)) {
      throw wrong("working_directory is not a directory", text);
    }
    if (!anywhere && roots().stream().noneMatch(real::startsWith)) {
      throw wrong("working_directory must be within the project root, home, or tmp", text);
    }
  }

  private List<Path> roots() {
    List<Path> named = new ArrayList<>(List.of(host.folder()));
    host.home().ifPresent(named::add);
    String temporary = host.environment().getOrDefault("TMPDIR", "");
    named.add(Path.of(temporary.startsWith("/") ? temporary : "/tmp"));
    List<Path> roots = new ArrayList<>();
    for (Path root : named) {
      try {
        roots.add(root.toRealPath());
      } catch (IOException e) {
        // Nothing lies in a folder that is not there.
      }
    }
    return roots;
  }

  private static DelegateFailure wrong(String message, String text) {
    return new DelegateFailure(
        DelegateError.VALIDATION,
        message,
        Json.object(out -> out.writeStringProperty("working_directory", text)));
  }
}
