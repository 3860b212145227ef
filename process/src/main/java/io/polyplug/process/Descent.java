package io.polyplug.process;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.process.ShutdownLadder.Ask;
import io.polyplug.process.ShutdownLadder.Outcome;
import io.polyplug.process.ShutdownLadder.Step;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** One way down a ladder; all waits are on the given clock. */
final class Descent {
  private final ShutdownLadder ladder;
  private final Child child;
  private final Clock clock;
  private Step last = Step.BEFORE;
  private ProcessTree earlier = ProcessTree.NONE;

  Descent(ShutdownLadder ladder, Child child, Clock clock) {
    this.ladder = ladder;
    this.child = child;
    this.clock = clock;
  }

  Outcome run(@Nullable Ask asker) throws InterruptedException {
    try {
      take(asker);
    } catch (InterruptedException interrupted) {
      child.signalTree(Signals.KILL, earlier);
      throw interrupted;
    }
    child.endLeftovers();
    return new Outcome(last, child.exitStatus());
  }

  private void take(@Nullable Ask asker) throws InterruptedException {
    Duration budget = ladder.budget();
    Deadline quiet = budget == null ? Deadline.NEVER : Deadline.in(budget, clock);
    if (ladder.ask() != null || ladder.closeInput() != null) {
      // Whoever left its group is found through it only while it lives, and it may go when asked.
      earlier = child.snapshot();
    }
    if (asker != null && ladder.ask() != null && child.isAlive()) {
      last = Step.ASK;
      await(send(asker), quiet.sooner(Deadline.in(ladder.ask(), clock)));
    }
    if (ladder.closeInput() != null && child.isAlive()) {
      last = Step.CLOSE_INPUT;
      child.closeStdin();
      await(never(), quiet.sooner(Deadline.in(ladder.closeInput(), clock)));
    }
    earlier = earlier.and(child.snapshot());
    if (ladder.terminate() != null && child.isAlive()) {
      last = Step.TERMINATE;
      child.signalTree(Signals.TERM, earlier);
      await(never(), Deadline.in(ladder.terminate(), clock));
    }
    if (child.isAlive()) {
      last = Step.KILL;
      child.signalTree(Signals.KILL, earlier);
      await(never(), Deadline.in(ladder.kill(), clock));
    } else if (last != Step.BEFORE) {
      // It went, but those who left its group may have heard of nothing or ignored it.
      child.signalTree(Signals.KILL, earlier);
    }
  }

  /** On a thread of its own: the pipe may be full, and the time runs all the same. */
  private static CompletableFuture<Void> send(Ask asker) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("polyplug-ask")
        .start(
            () -> {
              try {
                var _ = asker.send().whenComplete((answer, failure) -> over.complete(null));
              } catch (RuntimeException unsent) {
                // A child that cannot be asked gets the next step.
                over.complete(null);
              }
            });
    return over;
  }

  private static CompletableFuture<Void> never() {
    return new CompletableFuture<>();
  }

  private void await(CompletableFuture<Void> over, Deadline deadline) throws InterruptedException {
    Clock.Timer timer = clock.schedule(deadline.left(), () -> over.complete(null));
    child.onExit(status -> over.complete(null));
    try {
      over.get();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    } finally {
      timer.cancel();
    }
  }
}
