package io.polyplug.build.format;

import java.nio.file.Files;
import java.nio.file.Path;

/** Rewrites every Java file below the given root in the project's format. */
final class ApplyFormat {
  private ApplyFormat() {}

  public static void main(String[] args) throws Exception {
    for (Path file : JavaFiles.below(Path.of(args[0]).toRealPath())) {
      String before = Files.readString(file);
      String after = SourceFormat.of(before);
      if (!after.equals(before)) {
        Files.writeString(file, after);
        System.out.println("formatted " + file);
      }
    }
  }
}
