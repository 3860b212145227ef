package io.polyplug.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes down where the running JDK is, so that the script measures with the JDK that built. */
final class JavaHome {
  private JavaHome() {}

  public static void main(String[] args) throws IOException {
    Files.writeString(Path.of(args[0]), System.getProperty("java.home") + "\n");
  }
}
