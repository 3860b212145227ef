package io.polyplug.host.jvm;

import io.polyplug.process.ProcessSpec;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A command that starts a Java program from jars, in a way that a start-up cache can be made for.
 *
 * @param home the folder of the JDK
 * @param options what stands before the main class or behind {@code -jar FILE}'s dash, as given
 * @param jars the class path, in order
 */
record JavaCommand(Path home, List<String> options, List<Path> jars) {
  /** More jars are no plugin, and each costs a look at every start. */
  private static final int MAX_JARS = 500;

  private static final Set<String> WITH_VALUE =
      Set.of(
          "--add-exports",
          "--add-modules",
          "--add-opens",
          "--add-reads",
          "--enable-native-access",
          "--limit-modules");

  private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");

  /** An author who says one of these has a cache of his own, or what none can be made for. */
  private static final List<String> FOREIGN =
      List.of(
          "@",
          "-XX:AOT",
          "-XX:SharedArchiveFile",
          "-XX:ArchiveClassesAtExit",
          "-XX:+AutoCreateSharedArchive",
          "-Xshare",
          "-javaagent",
          "-agent",
          "-m",
          "--module",
          "-p",
          "--patch-module",
          "--upgrade-module-path",
          "--source");

  JavaCommand {
    options = List.copyOf(options);
    jars = List.copyOf(jars);
  }

  /** Reads a command; empty if it is another program, or one that no cache can be made for. */
  static Optional<JavaCommand> of(ProcessSpec spec) {
    Path name = spec.program().getFileName();
    if (name == null || !name.toString().equals("java")) {
      return Optional.empty();
    }
    try {
      Optional<Path> home = home(spec.program());
      return home.isEmpty() ? Optional.empty() : parsed(home.get(), spec);
    } catch (IOException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static Optional<Path> home(Path java) throws IOException {
    Path folder = java.toRealPath().getParent();
    return folder == null ? Optional.empty() : Optional.ofNullable(folder.getParent());
  }

  private static Optional<JavaCommand> parsed(Path home, ProcessSpec spec) throws IOException {
    List<String> words = spec.arguments();
    String classPath = "";
    for (int at = 0; at < words.size(); at++) {
      String word = words.get(at);
      boolean hasNext = at + 1 < words.size();
      if (FOREIGN.stream().anyMatch(word::startsWith)) {
        return Optional.empty();
      } else if (word.equals("-jar")) {
        return hasNext
            ? made(home, words.subList(0, at + 1), words.get(at + 1), spec.folder())
            : Optional.empty();
      } else if (CLASS_PATH.contains(word) && hasNext) {
        classPath = words.get(++at);
      } else if (word.startsWith("--class-path=")) {
        classPath = word.substring("--class-path=".length());
      } else if (WITH_VALUE.contains(word)) {
        at++;
      } else if (!word.startsWith("-")) {
        return made(home, words.subList(0, at + 1), classPath, spec.folder());
      }
    }
    return Optional.empty();
  }

  private static Optional<JavaCommand> made(
      Path home, List<String> options, String classPath, Path folder) throws IOException {
    List<Path> jars = new ArrayList<>();
    for (String entry : classPath.split(":", -1)) {
      if (entry.equals("*") || entry.endsWith("/*")) {
        jars.addAll(jarsIn(folder.resolve(entry.substring(0, entry.length() - 1))));
      } else {
        jars.add(folder.resolve(entry));
      }
    }
    // The JVM makes no cache for classes that lie in folders.
    boolean possible =
        !jars.isEmpty() && jars.size() <= MAX_JARS && jars.stream().allMatch(Files::isRegularFile);
    return possible ? Optional.of(new JavaCommand(home, options, jars)) : Optional.empty();
  }

  private static List<Path> jarsIn(Path folder) throws IOException {
    List<Path> jars = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*.{jar,JAR}")) {
      for (Path jar : all) {
        jars.add(jar);
        if (jars.size() > MAX_JARS) {
          break;
        }
      }
    }
    jars.sort(null);
    return jars;
  }
}
