package io.polyplug.sdk;

import java.nio.file.Path;
import java.util.List;

/** How tests start programs of Java. */
final class JavaCommand {
  private JavaCommand() {}

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** A class of the tests, with the class path of the tests. */
  static List<String> of(Class<?> main) {
    return List.of(
        java(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        main.getName());
  }
}
