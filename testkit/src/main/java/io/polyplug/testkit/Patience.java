package io.polyplug.testkit;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** How long the kit waits in real time for what should come at once. */
final class Patience {
  /** A backstop only: nothing that is right takes so long. */
  static final Duration REAL = Duration.ofSeconds(20);

  private Patience() {}

  /** The value, or what kept it from coming, thrown as it is if it is unchecked. */
  static <T> T get(Future<T> future) {
    try {
      return future.get(REAL.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case null, default -> throw new IllegalStateException(e);
      }
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "It did not end within "
              + REAL.toSeconds()
              + " s of real time; if it waits for virtual time, advance it before.",
          e);
    } catch (CancellationException e) {
      throw new IllegalStateException("It was cancelled.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for it to end.", e);
    }
  }
}
