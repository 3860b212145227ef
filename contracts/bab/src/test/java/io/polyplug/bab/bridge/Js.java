package io.polyplug.bab.bridge;

import static org.junit.jupiter.api.Assumptions.abort;

import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProgramLookup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The runtimes that every rule holds for. */
enum Js {
  NODE,
  BUN;

  String program() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A search path with this runtime alone; skips the test if the machine has none. */
  ProgramLookup alone(Path folder) throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin-" + program()));
    Path link = bin.resolve(program());
    if (!Files.exists(link)) {
      Files.createSymbolicLink(link, find());
    }
    return new ProgramLookup(folder, bin.toString());
  }

  /** Links out of a test's folder are warned of if they are left to its end. */
  void leave(Path folder) throws IOException {
    Files.deleteIfExists(folder.resolve("bin-" + program()).resolve(program()));
  }

  private Path find() {
    try {
      return ProgramLookup.ofHost().find(program()).toAbsolutePath();
    } catch (LaunchFailure missing) {
      return abort(program() + " is not on the PATH");
    }
  }
}
