package io.polyplug.cli;

import io.polyplug.cli.running.RunFolder;
import io.polyplug.cli.running.RunningProblem;
import io.polyplug.door.DoorLimits;
import io.polyplug.door.DoorService;
import io.polyplug.door.Exchange;
import io.polyplug.door.LocalDoor;
import io.polyplug.door.Refused;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Answers the launcher, which asks a running host before it starts a JVM: the start of one is most
 * of what a command about an unchanged monorepo costs. Gives the whole output of a command that
 * went well, was done soon and started no task. For all else it says no, and the launcher goes on
 * as if nobody had been asked.
 */
final class LauncherDesk implements DoorService, AutoCloseable {
  /** Whoever needs longer is not slowed down much by a JVM of its own. */
  private static final Duration SOON = Duration.ofSeconds(2);

  /** Whoever pages through an answer may take its time, and is the same user. */
  private static final DoorLimits LIMITS =
      new DoorLimits(Duration.ofHours(12), Duration.ofSeconds(10), 100, 1 << 20, 8, 16 << 20);

  private static final int NO = 409;
  private static final String UMASK = "Umask:";

  /** What tells one build of the program from another. */
  private record Build(long size, FileTime changed) {
    static Build of(Path home) throws IOException {
      Path program = home.resolve("lib/polyplug.jar");
      return new Build(Files.size(program), Files.getLastModifiedTime(program));
    }
  }

  private final Path home;
  private final Optional<Build> build;
  private final Optional<Integer> umask;
  private final Semaphore one = new Semaphore(1);
  private final LocalDoor door;

  private LauncherDesk(RunFolder folder, Path home) throws IOException {
    this.home = home;
    this.build = build(home);
    this.umask = umask();
    Files.deleteIfExists(folder.launcherSocket());
    this.door = new LocalDoor("polyplug-launcher", folder.launcherSocket(), LIMITS, this);
  }

  /** Opens it; the caller holds the lock of the folder, which only this user can enter. */
  static LauncherDesk open(RunFolder folder, Path home) {
    try {
      return new LauncherDesk(folder, home);
    } catch (IOException e) {
      throw new RunningProblem(
          "socket",
          "The socket %s cannot be made: %s".formatted(folder.launcherSocket(), e.getMessage()));
    }
  }

  private static Optional<Build> build(Path home) {
    try {
      return Optional.of(Build.of(home));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** That of this process, which what it restores is written with. */
  private static Optional<Integer> umask() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(it -> it.startsWith(UMASK))
          .findFirst()
          .flatMap(it -> octal(it.substring(UMASK.length()).strip()));
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  private static Optional<Integer> octal(String digits) {
    try {
      return Optional.of(Integer.parseInt(digits, 8));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  @Override
  public void serve(Exchange exchange) throws IOException, Refused, InterruptedException {
    LauncherRequest request =
        LauncherRequest.read(exchange.body())
            .filter(this::isOurs)
            .orElseThrow(() -> new Refused(NO, "this is for a JVM of its own"));
    if (!one.tryAcquire()) {
      throw new Refused(NO, "somebody else is being answered");
    }
    CompletableFuture<Optional<LauncherAnswer>> output = new CompletableFuture<>();
    Thread thread =
        Thread.ofPlatform().daemon().name("polyplug-answer").start(() -> answer(request, output));
    LauncherAnswer answer = awaited(output, thread);
    exchange.answer(200, answer.headers(), answer.result());
  }

  /** From the same build, and for a command that is answered here. */
  private boolean isOurs(LauncherRequest request) {
    Path beside = request.launcher().resolve("cli/target/polyplug");
    return (home.equals(request.launcher().getParent()) || home.equals(beside))
        && build.isPresent()
        && build.equals(build(home))
        && umask.isPresent()
        && umask.equals(octal(request.umask()))
        && BentoCommand.needsKeys(request.words().toArray(String[]::new))
        && request.words().stream().noneMatch(it -> it.startsWith("--record"));
  }

  /** The answer; without one, what was begun for it is given up before that is said. */
  private static LauncherAnswer awaited(
      CompletableFuture<Optional<LauncherAnswer>> output, Thread thread)
      throws Refused, InterruptedException {
    try {
      return output
          .get(SOON.toMillis(), TimeUnit.MILLISECONDS)
          .orElseThrow(() -> new Refused(NO, "there is more to do"));
    } catch (TimeoutException e) {
      thread.interrupt();
      boolean _ = thread.join(SOON);
      throw new Refused(NO, "it takes long");
    } catch (ExecutionException e) {
      throw new Refused(NO, "it failed");
    }
  }

  /** Completes the future, and lets the next one in when this one has ended. */
  private void answer(LauncherRequest request, CompletableFuture<Optional<LauncherAnswer>> output) {
    try {
      output.complete(run(request));
    } catch (RuntimeException | Error e) {
      // The JVM that is started instead meets the same, and tells of it.
      output.completeExceptionally(e);
    } finally {
      one.release();
    }
  }

  private Optional<LauncherAnswer> run(LauncherRequest request) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        new Cli(
                request.folder(),
                home,
                request.environment(),
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Printer.Terminals.of(request.terminals().replace("2", ""), request.environment()))
            .lent()
            .run(request.words().toArray(String[]::new));
    return code == ExitCode.OK && !Interruption.hasBegun()
        ? LauncherAnswer.of(out.toByteArray(), err.toByteArray())
        : Optional.empty();
  }

  @Override
  public void close() {
    door.close();
  }
}
