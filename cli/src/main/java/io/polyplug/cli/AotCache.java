package io.polyplug.cli;

import io.polyplug.cli.running.RunFolder;
import io.polyplug.host.config.Folders;
import io.polyplug.monorepo.config.WorkspaceRoot;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Makes the cache that lets the program start fast: runs the usual commands once in a JVM that
 * records what they load. The cache serves exactly the JDK and the place it was made for; a file
 * beside it says which these are.
 *
 * <p>Called by the build and by the launcher, never by users.
 */
public final class AotCache {
  private static final long MAX_SECONDS = 120;
  private static final long MAX_WAIT_NANOS = 20_000_000_000L;

  private AotCache() {}

  /**
   * {@code AotCache HOME [CACHE [CONTENTS]]} makes the cache, for these contents of the place if
   * that may change; {@code AotCache --train HOME} is its training.
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    if (args[0].equals("--train")) {
      train(Path.of(args[1]));
      return;
    }
    Path home = Path.of(args[0]).toRealPath();
    Path cache = args.length > 1 ? Path.of(args[1]) : home.resolve("lib/polyplug.aot");
    make(home, cache.toAbsolutePath(), args.length > 2 ? " " + args[2] : "");
  }

  private static void make(Path home, Path cache, String contents)
      throws IOException, InterruptedException {
    Path javaHome = Path.of(System.getProperty("java.home"));
    Files.createDirectories(cache.getParent());
    Path label = Path.of(cache + ".for");
    Files.deleteIfExists(label);
    Path fresh = Files.createTempFile(cache.getParent(), "polyplug", ".aot.new");
    Path place = Files.createTempDirectory("polyplug");
    ProcessBuilder training =
        new ProcessBuilder(
                javaHome.resolve("bin/java").toString(),
                "-XX:AOTCacheOutput=" + fresh,
                "-Xlog:disable",
                "-Xlog:all=off",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                // What methods were seen to do has a command compile most of them at its start.
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-AOTRecordTraining",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                home.resolve("lib/polyplug.jar").toString(),
                AotCache.class.getName(),
                "--train",
                home.toString())
            .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD);
    // Nobody's running host is to be met here, and none of the user's plugins.
    training.environment().put("POLYPLUG_HOME", place.toString());
    training.environment().put("BENTO_CACHE_DIR", place.resolve("results").toString());
    training.environment().put(WorkspaceRoot.VARIABLE, place.resolve("workspace").toString());
    try {
      await(training.start());
    } finally {
      delete(place);
    }
    Files.move(fresh, cache, StandardCopyOption.REPLACE_EXISTING);
    Files.writeString(label, "%s %s %s%s%n".formatted(javaHome, version(javaHome), home, contents));
  }

  private static void await(Process training) throws IOException, InterruptedException {
    if (!training.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
      training.destroyForcibly();
      throw new IOException("training took longer than " + MAX_SECONDS + " s");
    }
    if (training.exitValue() != 0) {
      throw new IOException("training ended with status " + training.exitValue());
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }

  /** The line of the JDK's release file that the launcher compares. */
  private static String version(Path javaHome) throws IOException {
    return Files.readAllLines(javaHome.resolve("release")).stream()
        .filter(line -> line.startsWith("JAVA_VERSION="))
        .findFirst()
        .orElse("");
  }

  /** The usual commands, on the example plugin that needs nothing but a shell. */
  private static void train(Path home) throws IOException {
    PrintStream nowhere = new ResultStream(OutputStream.nullOutputStream()).printStream();
    String config = home.resolve("examples/rune/polyplug.toml").toString();
    for (List<String> command :
        List.of(
            List.of("--help"),
            List.of("list", "--config", config),
            List.of("list", "--config", config, "--json"),
            List.of("tools", "example.clock", "--config", config),
            List.of("call", "example.clock", "clock.now", "{}", "--config", config),
            List.of("call", "example.clock", "clock.now", "--json", "--config", config),
            List.of("doctor", "--config", config),
            List.of("ainb", "lint", home.resolve("examples/ainb/notes").toString()),
            List.of("unknown"))) {
      Main.run(nowhere, nowhere, command.toArray(String[]::new));
    }
    trainWithWorkspace(nowhere);
    trainWithRunningHost(config, nowhere);
  }

  /** Commands about a monorepo, before and after anything is known of it. */
  private static void trainWithWorkspace(PrintStream nowhere) throws IOException {
    TrainingWorkspace.make(Path.of(System.getenv().getOrDefault(WorkspaceRoot.VARIABLE, "")));
    for (List<String> command :
        List.of(
            List.of("bento", "plan"),
            List.of("bento", "ci"),
            List.of("bento", "plan"),
            List.of("bento", "plan", "--json"),
            List.of("bento", "ci", "--json"),
            List.of("bento", "build"),
            List.of("bento", "build", "d0"))) {
      Main.run(nowhere, nowhere, command.toArray(String[]::new));
    }
  }

  /** The same through a running host, which is what people do who have one. */
  private static void trainWithRunningHost(String config, PrintStream nowhere) {
    Path socket = RunFolder.of(System.getenv(), Folders.of(System.getenv())).socket();
    Thread up =
        Thread.ofPlatform().start(() -> Main.run(nowhere, nowhere, "up", "--config", config));
    for (long end = System.nanoTime() + MAX_WAIT_NANOS;
        !Files.exists(socket) && System.nanoTime() < end; ) {
      Thread.onSpinWait();
    }
    for (List<String> command :
        List.of(
            List.of("list"),
            List.of("list", "--verbose"),
            List.of("tools", "example.clock"),
            List.of("call", "example.clock", "clock.now"),
            List.of("down"))) {
      Main.run(nowhere, nowhere, command.toArray(String[]::new));
    }
    try {
      up.join(MAX_WAIT_NANOS / 1_000_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
