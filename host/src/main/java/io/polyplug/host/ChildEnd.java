package io.polyplug.host;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.process.Child;
import io.polyplug.process.ExitStatus;
import io.polyplug.process.ShutdownLadder;
import io.polyplug.process.Signals;
import io.polyplug.wire.EndReason;
import io.polyplug.wire.Violation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The end of a child that is spoken to over its pipes. When the conversation is over it finds out
 * how the process ended, ends it if it has not, closes it, and tells the one reason. Safe from any
 * thread.
 */
public final class ChildEnd {
  /** How long a killed process may take to be seen gone. */
  public static final Duration AFTER_KILL = Duration.ofSeconds(2);

  private static final int LINES_SHOWN = 20;
  private static final int LINE_SHOWN = 500;

  private final String plugin;
  private final Child child;
  private final Duration exitAfterOutput;
  private final Duration ladder;
  private final Words words;
  private final CompletableFuture<Failure> gone = new CompletableFuture<>();
  private volatile boolean stopping;
  private volatile @Nullable String killedFor;

  /**
   * The contract's words for the ways to end.
   *
   * @param stopped it was asked to
   * @param violation what comes before the sentence for a conversation that could not go on
   * @param silent it closed its output and lived on
   * @param exited for an exit that nobody asked for
   */
  public record Words(
      String stopped, String violation, String silent, Function<ExitStatus, String> exited) {}

  /**
   * For one child.
   *
   * @param exitAfterOutput how long it may take to exit after the end of its output
   * @param ladder the longest that the ladder which ends it takes
   */
  public ChildEnd(
      String plugin, Child child, Duration exitAfterOutput, Duration ladder, Words words) {
    this.plugin = plugin;
    this.child = child;
    this.exitAfterOutput = exitAfterOutput;
    this.ladder = ladder;
    this.words = words;
  }

  /** Completes once, when the process is gone, with the reason. */
  public CompletionStage<Failure> gone() {
    return gone;
  }

  /** The reason, for a call that was lost with the conversation; known a moment later. */
  public Failure reason() {
    Duration longest = exitAfterOutput.plus(AFTER_KILL).plus(AFTER_KILL);
    try {
      return gone.get(longest.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // Said below: the reason itself is not to be had.
    }
    return new Failure(FailureCode.CRASHED, plugin, words.silent());
  }

  /** From here on an end is what we asked for. */
  public void stopping() {
    stopping = true;
  }

  /**
   * Ends it on this thread by the steps of a ladder, then closes the conversation and the child. If
   * the thread is interrupted it is killed at once, and the thread stays interrupted.
   *
   * @param asker asks it to end, if the ladder has that step
   * @param conversation closes the conversation
   */
  public void descend(
      ShutdownLadder steps, ShutdownLadder.Ask asker, Runnable conversation, Clock clock) {
    stopping();
    try {
      steps.end(child, asker, clock);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      conversation.run();
      child.close();
    }
  }

  /** As {@link #descend(ShutdownLadder, ShutdownLadder.Ask, Runnable, Clock)} without asking it. */
  public void descend(ShutdownLadder steps, Runnable conversation, Clock clock) {
    descend(steps, () -> CompletableFuture.completedFuture(null), conversation, clock);
  }

  /** Kills it with its descendants; this sentence is then the reason. */
  public void kill(String sentence) {
    killedFor = sentence;
    child.signalTree(Signals.KILL);
  }

  /** The conversation is over. Blocks until the process is gone. */
  public void concluded(EndReason reason) {
    try {
      Optional<ExitStatus> status = child.awaitExit(exitAfterOutput);
      boolean livedOn = status.isEmpty() && !stopping;
      if (stopping) {
        // The ladder is at work and waits for the exit itself.
        child.awaitExit(ladder.plus(AFTER_KILL));
      } else if (livedOn) {
        child.signalTree(Signals.KILL);
        child.awaitExit(AFTER_KILL);
      }
      child.drainStderr();
      gone.complete(reasonFor(reason, status, livedOn));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      child.close();
      gone.complete(failure(FailureCode.CRASHED, reason.sentence()));
    }
  }

  private Failure reasonFor(EndReason reason, Optional<ExitStatus> status, boolean livedOn) {
    String killed = killedFor;
    if (killed != null) {
      return failure(FailureCode.CRASHED, killed);
    }
    if (stopping) {
      return failure(FailureCode.UNAVAILABLE, words.stopped());
    }
    return switch (reason.kind()) {
      case END_OF_STREAM, IO_ERROR -> ended(status, livedOn);
      case FRAMING, PROTOCOL ->
          // One that ends in the middle of a frame has broken no rule: it has ended.
          reason.violation() == Violation.TRUNCATED
              ? ended(status, livedOn)
              : failure(
                  FailureCode.MALFORMED_RESPONSE, words.violation() + ": " + reason.sentence());
      case TIMEOUT, WRITE_STUCK, OVERFLOW, INTERNAL, CLOSED ->
          failure(FailureCode.CRASHED, words.violation() + ": " + reason.sentence());
    };
  }

  private Failure ended(Optional<ExitStatus> status, boolean livedOn) {
    return failure(
        FailureCode.CRASHED,
        livedOn ? words.silent() : status.map(words.exited()).orElse(words.silent()));
  }

  private Failure failure(FailureCode code, String message) {
    return new Failure(code, plugin, message, lastWords());
  }

  /** The last lines it wrote to standard error, escaped. */
  public List<String> lastWords() {
    List<String> tail =
        child.stderrTail().lines().map(line -> UntrustedText.excerpt(line, LINE_SHOWN)).toList();
    return tail.subList(Math.max(0, tail.size() - LINES_SHOWN), tail.size());
  }
}
