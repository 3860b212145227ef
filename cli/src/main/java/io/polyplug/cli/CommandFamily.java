package io.polyplug.cli;

import io.polyplug.cli.running.RunFolder;
import io.polyplug.host.config.Folders;
import io.polyplug.monorepo.config.WorkspaceRoot;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Commands that load much the same. Each family has a start-up cache of its own, because a JVM
 * loads all that its cache holds before the program begins: one for everything would double the
 * start of the shortest. The launcher knows a family by the first word.
 */
enum CommandFamily {
  /** Those that are done at once, with plugins of their own or through a running host. */
  SHORT(""),
  /** Those about a monorepo. */
  BENTO("-bento"),
  /** Those that stay: hosts with a door. */
  LASTING("-up");

  private static final long MAX_WAIT_NANOS = 20_000_000_000L;
  private static final long LOOK_AGAIN_NANOS = 1_000_000;

  private final String suffix;

  CommandFamily(String suffix) {
    this.suffix = suffix;
  }

  /** What its caches have in their names. */
  String suffix() {
    return suffix;
  }

  static CommandFamily named(String suffix) {
    return Arrays.stream(values())
        .filter(it -> it.suffix.equals(suffix))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no family of commands: " + suffix));
  }

  /** The example plugins that need nothing but a shell. */
  static String config(Path home) {
    return home.resolve("examples/rune/polyplug.toml").toString();
  }

  boolean needsRunningHost() {
    return this == SHORT;
  }

  /** Runs its usual commands, in this JVM. */
  void train(Path home) throws IOException {
    PrintStream nowhere = new ResultStream(OutputStream.nullOutputStream()).printStream();
    switch (this) {
      case SHORT -> trainShort(home, nowhere);
      case BENTO -> trainBento(nowhere);
      case LASTING -> trainLasting(config(home), nowhere);
    }
  }

  private static void run(PrintStream nowhere, List<List<String>> commands) {
    for (List<String> command : commands) {
      Main.run(nowhere, nowhere, command.toArray(String[]::new));
    }
  }

  private static void trainShort(Path home, PrintStream nowhere) {
    String config = config(home);
    run(
        nowhere,
        List.of(
            List.of("--help"),
            List.of("list", "--config", config),
            List.of("list", "--config", config, "--json"),
            List.of("tools", "example.clock", "--config", config),
            List.of("call", "example.clock", "clock.now", "{}", "--config", config),
            List.of("call", "example.clock", "clock.now", "--json", "--config", config),
            List.of("doctor", "--config", config),
            List.of("ainb", "lint", home.resolve("examples/ainb/notes").toString()),
            List.of("unknown"),
            // Through the running host, which is what people do who have one.
            List.of("list"),
            List.of("list", "--verbose"),
            List.of("tools", "example.clock"),
            List.of("call", "example.clock", "clock.now"),
            List.of("down")));
  }

  /** Commands about a monorepo, before and after anything is known of it. */
  private static void trainBento(PrintStream nowhere) throws IOException {
    TrainingWorkspace.make(Path.of(System.getenv().getOrDefault(WorkspaceRoot.VARIABLE, "")));
    run(
        nowhere,
        List.of(
            List.of("bento", "plan"),
            List.of("bento", "ci"),
            List.of("bento", "plan"),
            List.of("bento", "plan", "--json"),
            List.of("bento", "ci", "--json"),
            List.of("bento", "build"),
            List.of("bento", "build", "d0")));
  }

  private static void trainLasting(String config, PrintStream nowhere) {
    Thread up =
        Thread.ofPlatform().start(() -> Main.run(nowhere, nowhere, "up", "--config", config));
    awaitSocket(RunFolder.of(System.getenv(), Folders.of(System.getenv())).socket(), up::isAlive);
    run(
        nowhere,
        List.of(
            List.of("list"),
            List.of("tools", "example.clock"),
            List.of("call", "example.clock", "clock.now"),
            List.of("down")));
    try {
      up.join(MAX_WAIT_NANOS / 1_000_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns when it is there; also when that takes too long or whoever is to make it is gone: then
   * less is trained.
   */
  static void awaitSocket(Path socket, BooleanSupplier alive) {
    for (long end = System.nanoTime() + MAX_WAIT_NANOS;
        !Files.exists(socket) && alive.getAsBoolean() && System.nanoTime() < end; ) {
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
  }
}
