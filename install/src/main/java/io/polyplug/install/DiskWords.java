package io.polyplug.install;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.config.FileProblem;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** What a disk had against something, in words with the path it is about; safe to show. */
final class DiskWords {
  private static final int MOST = 300;

  private DiskWords() {}

  static String of(IOException problem) {
    if (problem instanceof FileSystemException about && about.getFile() != null) {
      try {
        Path path = Path.of(about.getFile());
        return UntrustedText.excerpt(path.toString(), MOST) + reason(about, path);
      } catch (InvalidPathException e) {
        // Said without the path.
      }
    }
    String said = problem.getMessage();
    return said == null || said.isBlank()
        ? "reading or writing failed"
        : UntrustedText.excerpt(said, MOST);
  }

  private static String reason(FileSystemException problem, Path path) {
    return switch (problem) {
      case FileAlreadyExistsException _ ->
          Files.isSymbolicLink(path) && !Files.exists(path)
              ? " is a link to nothing"
              : " is in the way";
      case NotDirectoryException _ -> " is not a folder";
      case DirectoryNotEmptyException _ -> " is not empty";
      default ->
          problem.getReason() == null && FileProblem.of(problem, path).contains(path.toString())
              ? " cannot be used"
              : ": " + FileProblem.of(problem, path);
    };
  }
}
