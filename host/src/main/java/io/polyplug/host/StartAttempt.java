package io.polyplug.host;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One start under way, on whatever thread it is run. It can be given up: the thread is interrupted
 * then, and the contract ends what it has begun. Exactly one of the outcomes is told.
 */
final class StartAttempt implements Runnable {
  private final Supervisor.Starter starter;
  private final Runnable activity;
  private final Consumer<Session> started;
  private final Consumer<Throwable> failed;
  private @Nullable Thread runner;
  private boolean givenUp;

  StartAttempt(
      Supervisor.Starter starter,
      Runnable activity,
      Consumer<Session> started,
      Consumer<Throwable> failed) {
    this.starter = starter;
    this.activity = activity;
    this.started = started;
    this.failed = failed;
  }

  @Override
  public void run() {
    begin();
    Session session;
    try {
      session = starter.start(activity);
    } catch (RuntimeException | Error failure) {
      finish();
      failed.accept(failure);
      return;
    }
    finish();
    started.accept(session);
  }

  private synchronized void begin() {
    runner = Thread.currentThread();
    if (givenUp) {
      runner.interrupt();
    }
  }

  /** The interrupt was for the start; what follows on this thread must not hear it. */
  private synchronized void finish() {
    runner = null;
    Thread.interrupted();
  }

  synchronized boolean isGivenUp() {
    return givenUp;
  }

  /** Nobody wants it any more: it ends as a failed one, and soon. */
  synchronized void giveUp() {
    givenUp = true;
    if (runner != null) {
      runner.interrupt();
    }
  }
}
