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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Answers the launcher, which asks a running host before it starts a JVM: the start of one is most
 * of what a command about an unchanged monorepo costs. Gives the whole result of a command that
 * went well, was done soon, started no task and had nothing to say beside its result. For all else
 * it says no, and the launcher goes on as if nobody had been asked.
 */
final class LauncherDesk implements DoorService, AutoCloseable {
  /** Whoever needs longer is not slowed down much by a JVM of its own. */
  private static final Duration SOON = Duration.ofSeconds(2);

  private static final int LARGEST_RESULT = 64 << 20;

  /** Whoever pages through an answer may take its time, and is the same user. */
  private static final DoorLimits LIMITS =
      new DoorLimits(Duration.ofHours(12), Duration.ofSeconds(10), 100, 1 << 20, 8, 16 << 20);

  private static final int NO = 409;

  /** What an answer is known by, for the launcher, which knows it too. */
  private static final Map<String, String> ANSWER = Map.of("Polyplug-Exit", "0");

  private final Path home;
  private final LauncherRules rules;
  private final Semaphore one = new Semaphore(1);
  private final LocalDoor door;

  private LauncherDesk(RunFolder folder, Path home) throws IOException {
    this.home = home;
    this.rules = new LauncherRules(home);
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

  @Override
  public void serve(Exchange exchange) throws IOException, Refused, InterruptedException {
    LauncherRequest request =
        LauncherRequest.read(exchange.body())
            .filter(rules::allow)
            .orElseThrow(() -> new Refused(NO, "this is for a JVM of its own"));
    if (!one.tryAcquire()) {
      throw new Refused(NO, "somebody else is being answered");
    }
    CompletableFuture<Optional<byte[]>> result = new CompletableFuture<>();
    Thread thread =
        Thread.ofPlatform().daemon().name("polyplug-answer").start(() -> answer(request, result));
    exchange.answer(200, ANSWER, awaited(result, thread));
  }

  /** The answer; without one, what was begun for it is given up before that is said. */
  private static byte[] awaited(CompletableFuture<Optional<byte[]>> result, Thread thread)
      throws Refused, InterruptedException {
    try {
      return result
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
  private void answer(LauncherRequest request, CompletableFuture<Optional<byte[]>> result) {
    try {
      result.complete(run(request));
    } catch (RuntimeException | Error e) {
      // The JVM that is started instead meets the same, and tells of it.
      result.completeExceptionally(e);
    } finally {
      one.release();
    }
  }

  private Optional<byte[]> run(LauncherRequest request) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream aside = new ByteArrayOutputStream();
    int code =
        new Cli(
                Path.of(request.folder()),
                home,
                request.environment(),
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(aside, true, StandardCharsets.UTF_8),
                Printer.Terminals.of(request.terminals().replace("2", ""), request.environment()))
            .lent()
            .run(request.words().toArray(String[]::new));
    return code == ExitCode.OK
            && aside.size() == 0
            && out.size() <= LARGEST_RESULT
            && !Interruption.hasBegun()
        ? Optional.of(out.toByteArray())
        : Optional.empty();
  }

  @Override
  public void close() {
    door.close();
  }
}
