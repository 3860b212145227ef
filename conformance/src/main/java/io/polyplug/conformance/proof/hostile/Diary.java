package io.polyplug.conformance.proof.hostile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What the program and whoever tests with it tell each other by files of its folder: which sin to
 * commit, that it was committed, and which processes there have been.
 */
public record Diary(Path folder) {
  /** The sin of the next start; {@code null} if it is to be good. */
  @org.jspecify.annotations.Nullable
  Sin sin() throws IOException {
    Path file = wish();
    return Files.exists(file) ? Sin.valueOf(Files.readString(file)) : null;
  }

  /** The file that holds the sin; without it, starts are good. */
  public Path wish() {
    return folder.resolve("sin");
  }

  /** A file that is there as soon as the sin was committed. */
  public Path confession() {
    return folder.resolve("sinned");
  }

  /** Every process, one a line, in the order of their starts. */
  public Path processes() {
    return folder.resolve("processes");
  }

  void confess() throws IOException {
    append(confession(), "x");
  }

  void note(long pid) throws IOException {
    append(processes(), Long.toString(pid).concat("\n"));
  }

  private static void append(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
