package io.polyplug.process;

import io.polyplug.base.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The steps by which a child is ended, each with the time it has before the next: ask, close its
 * stdin, TERM to the whole tree, KILL to the whole tree. Immutable.
 *
 * <p>A step that is absent is left out; one of no time is taken and not waited for. Each step ends
 * early when the child exits. Whatever happens, at the end nothing of the tree is left as far as
 * {@link Child} promises: TERM and KILL go to the group, to the descendants of that moment and to
 * those that were there before the first step and before the first signal. So a descendant that
 * left the group is ended too when the child goes because it was asked to.
 *
 * @param ask how long an asked child has; absent: it is not asked
 * @param closeInput how long it has after its stdin was closed; absent: closed with the pipes
 * @param terminate how long it has after TERM; absent: no TERM
 * @param kill how long to wait for its exit after KILL before giving up
 * @param budget the most that all steps before TERM may take together; absent: their sum
 */
public record ShutdownLadder(
    @Nullable Duration ask,
    @Nullable Duration closeInput,
    @Nullable Duration terminate,
    Duration kill,
    @Nullable Duration budget) {

  /** Asks the child to end, on a thread that may block. */
  @FunctionalInterface
  public interface Ask {
    /**
     * Sends the request. The step is over when the stage completes: an asker that wants the whole
     * time to pass, answered or not, returns one that never does.
     */
    CompletionStage<?> send();
  }

  /** The step that a child was at when it ended. */
  public enum Step {
    BEFORE,
    ASK,
    CLOSE_INPUT,
    TERMINATE,
    KILL
  }

  /**
   * How it ended.
   *
   * @param last the last step that was taken
   * @param status absent if the child did not even go after KILL, as one stuck in the kernel
   */
  public record Outcome(Step last, Optional<ExitStatus> status) {
    /** Whether it ended without a signal from us. */
    public boolean isClean() {
      return status.isPresent() && last.compareTo(Step.TERMINATE) < 0;
    }
  }

  /** KILL at once, and so long for the exit to be seen. */
  public static ShutdownLadder killAtOnce(Duration kill) {
    return new ShutdownLadder(null, null, null, kill, null);
  }

  /** With a request before everything else. */
  public ShutdownLadder withAsk(Duration time) {
    return new ShutdownLadder(time, closeInput, terminate, kill, budget);
  }

  /** With the end of its input. */
  public ShutdownLadder withCloseInput(Duration time) {
    return new ShutdownLadder(ask, time, terminate, kill, budget);
  }

  /** With TERM before KILL. */
  public ShutdownLadder withTerminate(Duration time) {
    return new ShutdownLadder(ask, closeInput, time, kill, budget);
  }

  /** With one limit for all that comes before the first signal. */
  public ShutdownLadder withBudget(Duration time) {
    return new ShutdownLadder(ask, closeInput, terminate, kill, time);
  }

  /** As {@link #end(Child, Ask, Clock)} for a child that is not asked. */
  public Outcome end(Child child, Clock clock) throws InterruptedException {
    return new Descent(this, child, clock).run(null);
  }

  /**
   * Takes the steps on this thread until the child has exited, and ends what it leaves behind. Its
   * pipes stay open for what it wrote last: {@link Child#close} is still due. If this thread is
   * interrupted the tree is ended by KILL before the exception is thrown.
   */
  public Outcome end(Child child, Ask asker, Clock clock) throws InterruptedException {
    return new Descent(this, child, clock).run(asker);
  }
}
