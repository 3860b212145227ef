package io.polyplug.base;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes steps as long as there are any: on a virtual thread, and if that lasts, on a platform
 * thread.
 *
 * <p>Virtual threads are not preempted: as many loops that never end as there are cores would hold
 * up everything else that runs on one. Giving way does not help, because a carrier goes on with the
 * queue from which it took the last task as long as something is in it. A platform thread shares
 * the cores with everybody. Never takes two steps at once.
 */
public final class PatientLoop {
  /** Short against what anybody notices, long against the start of a thread. */
  private static final long BRIEF_NANOS = 1_000_000;

  private final OwnThreads threads = new OwnThreads();
  private final String name;
  private final BooleanSupplier step;
  private @Nullable BlockingTurn lasting;

  /**
   * A loop that does not run yet.
   *
   * @param name for its threads
   * @param step does one thing; false if there was nothing to do, and then it may be started anew
   */
  public PatientLoop(String name, BooleanSupplier step) {
    this.name = name;
    this.step = step;
  }

  /** Begins, in the background. Only if it never did, or if the last step found nothing to do. */
  public void start() {
    threads.virtual(name, this::begin).start();
  }

  private void begin() {
    long start = System.nanoTime();
    while (step.getAsBoolean()) {
      if (System.nanoTime() - start > BRIEF_NANOS) {
        lasting().take();
        return;
      }
    }
  }

  private synchronized BlockingTurn lasting() {
    if (lasting == null) {
      lasting = new BlockingTurn(name, this::goOn);
    }
    return lasting;
  }

  private void goOn() {
    while (step.getAsBoolean()) {
      // All is done by the step.
    }
  }
}
