package io.polyplug.monorepo.run;

import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.process.Child;
import io.polyplug.process.ExitStatus;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Signals;
import io.polyplug.process.Spawner;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A task in the foreground: it has the terminal, and its exit code is what counts. {@link #stop} is
 * safe from any thread.
 */
public final class AdHocRun {
  /** A Ctrl-C has reached the task itself: it has this long to do what it wants to do then. */
  private static final long GRACE_SECONDS = 5;

  private static final Duration TICK = Duration.ofMillis(100);
  private static final int SIGNALLED = 128;

  private final Spawner spawner;
  private final ProcessSpec spec;
  private final CountDownLatch stop = new CountDownLatch(1);

  public AdHocRun(Spawner spawner, ProcessSpec spec) {
    this.spawner = spawner;
    this.spec = spec;
  }

  /** Asks it to end. */
  public void stop() {
    stop.countDown();
  }

  /** Runs it to its end, and gives its exit code as a shell would. */
  public int run() throws WorkspaceProblem, InterruptedException {
    try (Child child = spawner.start(spec)) {
      long end = Long.MAX_VALUE;
      boolean told = false;
      while (true) {
        Optional<ExitStatus> status = child.awaitExit(TICK);
        if (status.isPresent()) {
          child.endLeftovers();
          return switch (status.get()) {
            case ExitStatus.Exited exited -> exited.code();
            case ExitStatus.Signaled signaled -> SIGNALLED + signaled.signal();
          };
        }
        if (stop.getCount() == 0) {
          long now = System.nanoTime();
          if (end == Long.MAX_VALUE) {
            end = now + TimeUnit.SECONDS.toNanos(GRACE_SECONDS);
          } else if (now - end > 0) {
            child.signalTree(told ? Signals.KILL : Signals.TERM);
            told = true;
            end = now + TimeUnit.SECONDS.toNanos(GRACE_SECONDS);
          }
        }
      }
    } catch (LaunchFailure e) {
      throw new WorkspaceProblem(ProblemKind.INTERNAL, String.valueOf(e.getMessage()));
    }
  }
}
