package io.polyplug.bench.scenario;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Commands of orchestrators in one workspace, all with the same surroundings: a home of their own,
 * nobody to report to, and no reader of what they print.
 */
final class ToolCommands {
  /** Longer than any of them takes to run every task of the largest workspace. */
  private static final long MOST_MINUTES = 10;

  private final Path folder;
  private final Path root;
  private final Path home;
  private final Path stub;
  private boolean filling;

  /**
   * For one workspace.
   *
   * @param folder for what the commands leave behind outside of the workspace
   * @param home Polyplug's own folder
   */
  ToolCommands(Path folder, Path root, Path home) throws IOException {
    this.folder = folder;
    this.root = root;
    this.home = home;
    Files.createDirectories(folder.resolve("home"));
    this.stub = Files.createDirectories(folder.resolve("stub"));
    Path npm = Files.writeString(stub.resolve("npm"), "#!/bin/sh\nexit 0\n");
    if (!npm.toFile().setExecutable(true)) {
      throw new IOException(npm + " cannot be made a program");
    }
  }

  /** Reaches milliseconds. */
  Contender command(String name, String... words) {
    return new Contender() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public double turn(Duration length) throws IOException, InterruptedException {
        long began = System.nanoTime();
        int code = ended(start(words), words);
        double millis = (System.nanoTime() - began) / 1e6;
        if (code != 0) {
          throw new IOException(String.join(" ", words) + " ended with " + code);
        }
        return millis;
      }
    };
  }

  private static int ended(Process process, String... words)
      throws IOException, InterruptedException {
    if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
      throw new IOException(
          String.join(" ", words) + " took longer than " + MOST_MINUTES + " minutes");
    }
    return process.exitValue();
  }

  /** Runs every task once: what is measured later finds all results kept. */
  void fill(List<Contender> all) throws Exception {
    // Starting npm for a script that does nothing would take an hour in a thousand packages.
    filling = true;
    for (Contender each : all) {
      each.turn(Duration.ZERO);
    }
    filling = false;
  }

  /** Has a tool end what it left running; that it was not running is fine. */
  void end(String... words) throws IOException, InterruptedException {
    start(words).waitFor();
  }

  private Process start(String... words) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(root.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    Map<String, String> environment = builder.environment();
    environment.put("HOME", folder.resolve("home").toString());
    environment.put("POLYPLUG_HOME", home.toString());
    environment.put("BENTO_CACHE_DIR", folder.resolve("cache").toString());
    environment.put("DO_NOT_TRACK", "1");
    environment.put("TURBO_TELEMETRY_DISABLED", "1");
    environment.put("NX_NO_CLOUD", "true");
    environment.put("MOON_TOOLCHAIN_FORCE_GLOBALS", "true");
    if (filling) {
      environment.merge("PATH", stub.toString(), (path, first) -> first + ":" + path);
    }
    return builder.start();
  }
}
