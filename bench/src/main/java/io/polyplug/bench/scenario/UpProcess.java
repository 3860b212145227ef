package io.polyplug.bench.scenario;

import io.polyplug.bench.Surroundings;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A running host with the example plugins and a home of its own; closing ends it. */
record UpProcess(Process process, Path home) implements AutoCloseable {
  private static final long MAX_SECONDS = 60;

  static UpProcess start(Surroundings with) throws IOException {
    Path home = Files.createTempDirectory("polyplug-bench");
    ProcessBuilder builder =
        new ProcessBuilder(with.command(), "up", "--config", with.plugins())
            .directory(home.toFile())
            .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
            .redirectError(Redirect.DISCARD);
    builder.environment().put("POLYPLUG_HOME", home.toString());
    Process process = builder.start();
    BufferedReader lines = process.inputReader();
    String first = lines.readLine();
    if (first == null || !first.contains("is up")) {
      process.destroy();
      throw new IOException("polyplug up did not come up: " + first);
    }
    return new UpProcess(process, home);
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    try (Stream<Path> all = Files.walk(home)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
