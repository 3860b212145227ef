package io.polyplug.process;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs programs to their end and keeps what they write. Safe from any thread.
 *
 * <p>A run ends when the exit was seen and both outputs have ended, or a while after the exit if a
 * grandchild holds one open. A child never blocks on its outputs, whatever it writes. When a run is
 * over nothing of it is left, as far as {@link Child} promises.
 */
public final class CommandRunner {
  /** Which end of an output is kept when there is too much of it. */
  public enum Keep {
    FIRST,
    LAST
  }

  /**
   * What all runs have in common.
   *
   * @param concurrent how many may run at once; one more is refused, not queued
   * @param characters how many characters of each output are kept
   * @param keep which end of them
   * @param grace how long a run has after TERM before KILL
   * @param afterExit how long after the exit outputs that stay open are read
   * @param charset what the outputs are read as; in ISO 8859-1 each byte is one character, for
   *     outputs that are not text
   */
  public record Limits(
      int concurrent,
      int characters,
      Keep keep,
      Duration grace,
      Duration afterExit,
      Charset charset) {
    /** For outputs that are UTF-8. */
    public Limits(int concurrent, int characters, Keep keep, Duration grace, Duration afterExit) {
      this(concurrent, characters, keep, grace, afterExit, StandardCharsets.UTF_8);
    }

    public Limits {
      if (concurrent <= 0 || characters <= 0) {
        throw new IllegalArgumentException(
            "expected positive limits but got " + concurrent + " and " + characters);
      }
    }
  }

  /** A run was not begun. */
  public static final class Refused extends Exception {
    /** Why. */
    public enum Reason {
      LIMIT_REACHED,
      DUPLICATE_RUN
    }

    private final Reason reason;

    Refused(Reason reason, String message) {
      super(message);
      this.reason = reason;
    }

    /** Why, for programs. */
    public Reason reason() {
      return reason;
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, CommandRun> runs = new HashMap<>();
  private final Spawner spawner;
  private final Limits limits;
  private final Clock clock;

  public CommandRunner(Spawner spawner, Limits limits, Clock clock) {
    this.spawner = spawner;
    this.limits = limits;
    this.clock = clock;
  }

  /**
   * Runs the program on this thread's time. Its standard streams are pipes whatever the
   * specification says. An interrupt of this thread kills the program.
   *
   * @param input the whole of its stdin; null for none. A child that does not read it is no error
   * @param timeout after which it is ended
   */
  public CommandResult run(String runId, ProcessSpec spec, @Nullable String input, Duration timeout)
      throws LaunchFailure, Refused, InterruptedException {
    return run(runId, spec, input, timeout, new CommandRun(limits, false, clock));
  }

  /**
   * As {@link #run}, but an interrupt of this thread is as good as {@link #cancel}: the exception
   * is thrown when the program is gone, by TERM and, after the grace or a second interrupt, by
   * KILL.
   */
  public CommandResult runGracefully(
      String runId, ProcessSpec spec, @Nullable String input, Duration timeout)
      throws LaunchFailure, Refused, InterruptedException {
    return run(runId, spec, input, timeout, new CommandRun(limits, true, clock));
  }

  private CommandResult run(
      String runId, ProcessSpec spec, @Nullable String input, Duration timeout, CommandRun run)
      throws LaunchFailure, Refused, InterruptedException {
    reserve(runId, run);
    try {
      return run.run(spawner, spec, input, timeout);
    } finally {
      lock.lock();
      try {
        runs.remove(runId);
      } finally {
        lock.unlock();
      }
      run.over();
    }
  }

  /** Ends a run by TERM, then KILL; completes when it is gone, at once for an unknown id. */
  public CompletableFuture<Void> cancel(String runId) {
    lock.lock();
    try {
      CommandRun run = runs.get(runId);
      return run == null ? CompletableFuture.completedFuture(null) : run.cancel();
    } finally {
      lock.unlock();
    }
  }

  /** As {@link #cancel}, of all runs. */
  public CompletableFuture<Void> cancelAll() {
    List<CompletableFuture<Void>> ends;
    lock.lock();
    try {
      ends = runs.values().stream().map(CommandRun::cancel).toList();
    } finally {
      lock.unlock();
    }
    return CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new));
  }

  private void reserve(String runId, CommandRun run) throws Refused {
    lock.lock();
    try {
      if (runs.containsKey(runId)) {
        throw new Refused(
            Refused.Reason.DUPLICATE_RUN,
            "Process already active for run " + UntrustedText.excerpt(runId, 200));
      }
      if (runs.size() >= limits.concurrent()) {
        throw new Refused(
            Refused.Reason.LIMIT_REACHED,
            "Process concurrency limit reached ("
                + limits.concurrent()
                + "). Wait for a run to end or raise the limit.");
      }
      runs.put(runId, run);
    } finally {
      lock.unlock();
    }
  }
}
