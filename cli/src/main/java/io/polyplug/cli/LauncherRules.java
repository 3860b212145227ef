package io.polyplug.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Judges whether a host may answer for a JVM that the launcher would start: only where both would
 * do the same, down to the last file. What is not known to be harmless is not answered.
 */
final class LauncherRules {
  /** Those that name no file: one that is named could be another one here. */
  private static final Set<String> FLAGS =
      Set.of("--json", "--verbose", "-v", "--no-cache", "--skip-install");

  /** Looked up from the current folder where they are relative, which is another one here. */
  private static final List<String> FOLDERS =
      List.of(
          "HOME",
          "BENTO_CACHE_DIR",
          "BENTO_WORKSPACE_ROOT",
          "XDG_CONFIG_HOME",
          "XDG_CACHE_HOME",
          "XDG_STATE_HOME");

  private static final String UMASK = "Umask:";

  private final Path home;
  private final Optional<Map<String, Library>> libraries;
  private final Optional<String> umask;
  private final Optional<String> world;

  /** What tells one build of a library from another. */
  private record Library(long size, FileTime changed) {}

  LauncherRules(Path home) {
    this.home = home;
    this.libraries = libraries(home);
    this.umask = umask();
    this.world = world();
  }

  boolean allow(LauncherRequest request) {
    return isOurWorld(request)
        && isAbsoluteHere(request)
        && isHarmless(request.words())
        && isOurBuild(request);
  }

  private boolean isOurWorld(LauncherRequest request) {
    return world.equals(Optional.of(request.world()))
        && umask.equals(octal(request.umask()))
        && umask.isPresent();
  }

  /** Where the folder is what it is called, and nothing depends on which one is the current one. */
  private static boolean isAbsoluteHere(LauncherRequest request) {
    try {
      Path folder = Path.of(request.folder());
      return folder.isAbsolute()
          && folder.toRealPath().equals(folder)
          && FOLDERS.stream()
              .allMatch(it -> isAbsolute(request.environment().getOrDefault(it, "/")))
          && Stream.of(request.environment().getOrDefault("PATH", "").split(":", -1))
              .allMatch(LauncherRules::isAbsolute);
    } catch (IOException | InvalidPathException e) {
      return false;
    }
  }

  private static boolean isAbsolute(String folder) {
    return folder.startsWith("/") && !folder.startsWith("/proc/") && !folder.startsWith("/dev/");
  }

  private static boolean isHarmless(List<String> words) {
    return BentoCommand.needsKeys(words.toArray(String[]::new))
        && words.stream().allMatch(it -> !it.startsWith("-") || FLAGS.contains(it));
  }

  private boolean isOurBuild(LauncherRequest request) {
    Path launcher = Path.of(request.launcher());
    Path beside = launcher.resolve("cli/target/polyplug");
    return (home.equals(launcher.getParent()) || home.equals(beside))
        && libraries.isPresent()
        && libraries.equals(libraries(home));
  }

  private static Optional<Map<String, Library>> libraries(Path home) {
    Map<String, Library> found = new TreeMap<>();
    try (Stream<Path> files = Files.list(home.resolve("lib"))) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String name = String.valueOf(file.getFileName());
        if (name.endsWith(".jar")) {
          found.put(name, new Library(Files.size(file), Files.getLastModifiedTime(file)));
        }
      }
      return Optional.of(found);
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  /** That of this process, which what it restores is written with. */
  private static Optional<String> umask() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(it -> it.startsWith(UMASK))
          .findFirst()
          .flatMap(it -> octal(it.substring(UMASK.length()).strip()));
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> octal(String digits) {
    try {
      return Optional.of(Integer.toOctalString(Integer.parseInt(digits, 8)));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** As stat prints it for the launcher: a container has other files under the same names. */
  private static Optional<String> world() {
    try {
      return Optional.of(identity("/proc/self/ns/mnt") + "\n" + identity("/"));
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String identity(String path) throws IOException {
    Map<String, Object> of = Files.readAttributes(Path.of(path), "unix:dev,ino");
    return of.get("dev") + ":" + of.get("ino");
  }
}
