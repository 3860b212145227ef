package io.polyplug.process.internal;

import io.polyplug.base.Misspelling;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The file whose name is nearest to a misspelt one. */
public final class NearestName {
  private static final int MOST_CHANGES = 2;

  private NearestName() {}

  /** The nearest name of an executable file in the folders, if one is near. */
  public static Optional<String> in(List<Path> folders, String name) {
    int bound = Math.min(MOST_CHANGES, Misspelling.allowed(name));
    Optional<String> best = Optional.empty();
    for (Path folder : folders) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
        for (Path entry : entries) {
          String candidate = entry.getFileName().toString();
          if (Math.abs(candidate.length() - name.length()) <= bound) {
            int distance = Misspelling.changes(candidate, name);
            if (distance <= bound && Files.isExecutable(entry) && !Files.isDirectory(entry)) {
              bound = distance - 1;
              best = Optional.of(candidate);
            }
          }
        }
      } catch (IOException | DirectoryIteratorException unreadable) {
        // A folder of the search path that is not there holds no names.
      }
    }
    return best;
  }
}
