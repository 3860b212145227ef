package io.polyplug.cli;

import io.polyplug.cli.running.RunFolder;
import io.polyplug.host.config.Folders;
import io.polyplug.monorepo.config.WorkspaceRoot;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Makes the caches that let the program start fast: runs the usual commands of a {@link
 * CommandFamily} once in a JVM that records what they load. A cache serves exactly the JDK and the
 * place it was made for; a file beside it says which these are.
 *
 * <p>Called by the build and by the launcher, never by users.
 */
public final class AotCache {
  private static final long MAX_SECONDS = 120;
  private static final List<String> OPTIONS =
      List.of(
          "-Xlog:disable",
          "-Xlog:all=off",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:-UsePerfData",
          "--enable-native-access=ALL-UNNAMED");

  private AotCache() {}

  /**
   * {@code AotCache HOME} makes all caches of a place; {@code AotCache HOME CACHE CONTENTS
   * [FAMILY]} one, for these contents of the place, since they may change; {@code AotCache --train
   * HOME FAMILY} is its training.
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    if (args[0].equals("--train")) {
      CommandFamily.named(args[2]).train(Path.of(args[1]));
      return;
    }
    Path home = Path.of(args[0]).toRealPath();
    if (args.length > 1) {
      CommandFamily family = CommandFamily.named(args.length > 3 ? args[3] : "");
      make(family, home, Path.of(args[1]).toAbsolutePath(), " " + args[2]);
      return;
    }
    // The one without a name comes last: it being there says that the build went through.
    for (CommandFamily family : List.of(CommandFamily.values()).reversed()) {
      make(family, home, home.resolve("lib/polyplug" + family.suffix() + ".aot"), "");
    }
  }

  private static void make(CommandFamily family, Path home, Path cache, String contents)
      throws IOException, InterruptedException {
    Path javaHome = Path.of(System.getProperty("java.home"));
    Files.createDirectories(cache.getParent());
    Path label = Path.of(cache + ".for");
    Files.deleteIfExists(label);
    Path fresh = Files.createTempFile(cache.getParent(), "polyplug", ".aot.new");
    Path place = Files.createTempDirectory("polyplug");
    try {
      if (family.needsRunningHost()) {
        trainBesideHost(family, javaHome, home, fresh, place);
      } else {
        await(training(family, javaHome, home, fresh, place).start());
      }
      Files.move(fresh, cache, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      // It is still there only if it is worth nothing, and the next start may try again.
      Files.deleteIfExists(fresh);
      delete(place);
    }
    Files.writeString(label, "%s %s %s%s%n".formatted(javaHome, version(javaHome), home, contents));
  }

  private static ProcessBuilder training(
      CommandFamily family, Path javaHome, Path home, Path fresh, Path place) {
    return java(
        javaHome,
        home,
        place,
        List.of(
            "-XX:AOTCacheOutput=" + fresh,
            // What methods were seen to do has a command compile most of them at its start.
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-AOTRecordTraining"),
        AotCache.class.getName(),
        "--train",
        home.toString(),
        family.suffix());
  }

  /** The host has a process of its own: what it loads is nothing that a command has to. */
  private static void trainBesideHost(
      CommandFamily family, Path javaHome, Path home, Path fresh, Path place)
      throws IOException, InterruptedException {
    String config = CommandFamily.config(home);
    Process up =
        java(javaHome, home, place, List.of(), Main.class.getName(), "up", "--config", config)
            .start();
    try {
      Map<String, String> environment = Map.of("POLYPLUG_HOME", place.toString());
      CommandFamily.awaitSocket(
          RunFolder.of(environment, Folders.of(environment)).socket(), up::isAlive);
      await(training(family, javaHome, home, fresh, place).start());
    } finally {
      up.destroy();
      if (!up.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
        up.destroyForcibly();
      }
    }
  }

  private static ProcessBuilder java(
      Path javaHome, Path home, Path place, List<String> more, String... words) {
    List<String> command = new ArrayList<>(List.of(javaHome.resolve("bin/java").toString()));
    command.addAll(more);
    command.addAll(OPTIONS);
    command.addAll(List.of("-cp", home.resolve("lib/polyplug.jar").toString()));
    command.addAll(List.of(words));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD);
    // Nobody's running host is to be met here, and none of the user's plugins.
    builder.environment().put("POLYPLUG_HOME", place.toString());
    builder.environment().put("BENTO_CACHE_DIR", place.resolve("results").toString());
    builder.environment().put(WorkspaceRoot.VARIABLE, place.resolve("workspace").toString());
    return builder;
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
}
