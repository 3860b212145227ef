package io.polyplug.monorepo.diagnostics;

import io.polyplug.bento.Diagnostic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How the files that tools name become files of the workspace. Works on text alone: what a tool
 * names need not exist, and {@code ..} stays as it is.
 *
 * @param workspace the root, absolute
 * @param dish absolute; what relative files are relative to
 * @param mount where the dish is inside the container in which the tool ran
 */
public record DiagnosticPaths(Path workspace, Path dish, Optional<String> mount) {
  /** The same records with files of the workspace. */
  public List<Diagnostic> normalised(List<Diagnostic> diagnostics) {
    List<Diagnostic> normalised = new ArrayList<>(diagnostics.size());
    for (Diagnostic from : diagnostics) {
      normalised.add(
          new Diagnostic(
              normalised(from.file()),
              from.line(),
              from.column(),
              from.endLine(),
              from.endColumn(),
              from.severity(),
              from.message(),
              from.rule(),
              from.source()));
    }
    return normalised;
  }

  /** One file: relative to the workspace with forward slashes, or absolute if it is outside. */
  public String normalised(String file) {
    String name = clean(file);
    if (mount.isPresent()) {
      Optional<String> inside = below(clean(mount.get()), name);
      name = inside.orElse(name);
    }
    String full = name.startsWith("/") ? name : clean(dish + "/" + name);
    return below(clean(workspace.toString()), full).filter(rest -> !rest.isEmpty()).orElse(full);
  }

  /** What follows the folder in the path, without a slash in front; empty if it is elsewhere. */
  private static Optional<String> below(String folder, String path) {
    if (path.equals(folder)) {
      return Optional.of("");
    }
    String prefix = folder.endsWith("/") ? folder : folder + "/";
    return path.startsWith(prefix)
        ? Optional.of(path.substring(prefix.length()))
        : Optional.empty();
  }

  /** With forward slashes, without components that are empty or {@code .}. */
  private static String clean(String written) {
    String path = written.replace('\\', '/');
    StringBuilder kept = new StringBuilder(path.length());
    int start = 0;
    while (start <= path.length()) {
      int slash = path.indexOf('/', start);
      int end = slash < 0 ? path.length() : slash;
      boolean dot = end == start + 1 && path.charAt(start) == '.';
      if (end > start && !dot) {
        if (!kept.isEmpty()) {
          kept.append('/');
        }
        kept.append(path, start, end);
      }
      start = end + 1;
    }
    return path.startsWith("/") ? "/" + kept : kept.toString();
  }
}
