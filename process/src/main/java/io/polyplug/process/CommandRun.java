package io.polyplug.process;

import io.polyplug.base.Clock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** One run of a command. */
final class CommandRun {
  private static final Duration AFTER_KILL = Duration.ofSeconds(2);

  private enum End {
    EXITED,
    TIMED_OUT,
    CANCELLED
  }

  private final CompletableFuture<End> end = new CompletableFuture<>();
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private final CommandRunner.Limits limits;
  private final boolean graceful;
  private final Clock clock;

  /**
   * @param graceful whether an interrupt leaves the child its grace, as any other end does; else it
   *     is killed at once
   */
  CommandRun(CommandRunner.Limits limits, boolean graceful, Clock clock) {
    this.limits = limits;
    this.graceful = graceful;
    this.clock = clock;
  }

  CompletableFuture<Void> cancel() {
    end.complete(End.CANCELLED);
    return over.copy();
  }

  /** The process is gone and the run forgotten. */
  void over() {
    over.complete(null);
  }

  CommandResult run(Spawner spawner, ProcessSpec spec, @Nullable String input, Duration timeout)
      throws LaunchFailure, InterruptedException {
    long begin = clock.nanoTime();
    ProcessSpec piped =
        spec.toBuilder()
            .stdin(ProcessSpec.Redirect.PIPE)
            .stdout(ProcessSpec.Redirect.PIPE)
            .stderr(StderrPolicy.piped())
            .build();
    try (Child child = spawner.start(piped)) {
      Capture stdout = Capture.start(child.stdout(), limits, "stdout of " + child);
      Capture stderr = Capture.start(child.stderr(), limits, "stderr of " + child);
      feed(child, input);
      End why;
      try {
        why = await(child, timeout);
      } catch (InterruptedException cancelled) {
        if (graceful) {
          end(child);
        }
        throw cancelled;
      }
      if (why != End.EXITED) {
        end(child);
      }
      awaitOutputs(CompletableFuture.allOf(stdout.ended(), stderr.ended()));
      child.endLeftovers();
      return new CommandResult(
          stdout.text(),
          stderr.text(),
          child.exitStatus(),
          why == End.TIMED_OUT,
          why == End.CANCELLED,
          Duration.ofNanos(clock.nanoTime() - begin),
          stdout.truncated(),
          stderr.truncated());
    }
  }

  private void end(Child child) throws InterruptedException {
    ShutdownLadder.killAtOnce(AFTER_KILL).withTerminate(limits.grace()).end(child, clock);
  }

  /** What fits is written here; a thread is needed only for a child that is slow to read. */
  private static void feed(Child child, @Nullable String input) {
    byte[] bytes = input == null ? new byte[0] : input.getBytes(StandardCharsets.UTF_8);
    try {
      int taken = bytes.length == 0 ? 0 : child.stdin().offer(bytes, 0, bytes.length);
      if (taken == bytes.length) {
        child.closeStdin();
        return;
      }
      Thread.ofPlatform()
          .daemon()
          .name("polyplug-stdin of " + child)
          .start(() -> feedRest(child, bytes, taken));
    } catch (IOException notReading) {
      child.closeStdin();
    }
  }

  private static void feedRest(Child child, byte[] bytes, int offset) {
    try {
      child.stdin().write(bytes, offset, bytes.length - offset);
    } catch (IOException notReading) {
      // A child that does not read its input is no error.
    } finally {
      child.closeStdin();
    }
  }

  private End await(Child child, Duration timeout) throws InterruptedException {
    Clock.Timer timer = clock.schedule(timeout, () -> end.complete(End.TIMED_OUT));
    child.onExit(status -> end.complete(End.EXITED));
    try {
      return end.get();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    } finally {
      timer.cancel();
    }
  }

  private void awaitOutputs(CompletableFuture<Void> ended) throws InterruptedException {
    Clock.Timer timer = clock.pause(limits.afterExit(), () -> ended.complete(null));
    try {
      ended.get();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    } finally {
      timer.cancel();
    }
  }
}
