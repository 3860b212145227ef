package io.polyplug.sdk.internal;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command that started this very program, as far as a JVM knows it. */
final class OwnCommand {
  private OwnCommand() {}

  static List<String> words() {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    String main = System.getProperty("sun.java.command", "").split(" ", 2)[0];
    if (main.endsWith(".jar")) {
      words.add("-jar");
      words.add(Path.of(main).toAbsolutePath().toString());
    } else {
      words.add("-cp");
      words.add(absolute(System.getProperty("java.class.path", "")));
      words.add(main);
    }
    return words;
  }

  private static String absolute(String classPath) {
    List<String> entries = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      entries.add(Path.of(entry).toAbsolutePath().normalize().toString());
    }
    return String.join(File.pathSeparator, entries);
  }
}
