package io.polyplug.ainb.files;

import io.polyplug.ainb.protocol.AinbErrors;
import io.polyplug.base.Clock;
import io.polyplug.wire.RpcException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Runs what touches files on platform threads, since a file that does not answer would hold the
 * carrier of a virtual one. A few at once: one that never comes back costs its plugin a place, and
 * nobody else anything. Safe from any thread; the waiting ends at an interrupt or after a time.
 */
final class FileWork {
  private static final int AT_ONCE = 8;
  private static final Duration TIME = Duration.ofSeconds(30);

  private final Semaphore places = new Semaphore(AT_ONCE);
  private final Clock clock;

  FileWork(Clock clock) {
    this.clock = clock;
  }

  <T> T run(String what, Supplier<T> work) throws InterruptedException {
    if (!places.tryAcquire(TIME.toSeconds(), TimeUnit.SECONDS)) {
      throw AinbErrors.internal(what + ": too many files do not answer");
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread =
        Thread.ofPlatform().daemon().name("polyplug-ainb-files").start(() -> work(work, result));
    Clock.Timer timer =
        clock.schedule(
            TIME,
            () -> {
              result.completeExceptionally(
                  AinbErrors.internal(what + ": no answer within " + TIME.toSeconds() + " s"));
              thread.interrupt();
            });
    try {
      return result.get();
    } catch (ExecutionException failure) {
      throw failure.getCause() instanceof RpcException answer
          ? answer
          : new IllegalStateException(failure.getCause());
    } finally {
      timer.cancel();
      if (!result.isDone()) {
        thread.interrupt();
      }
    }
  }

  private <T> void work(Supplier<T> work, CompletableFuture<T> result) {
    try {
      result.complete(work.get());
    } catch (RuntimeException | Error failure) {
      result.completeExceptionally(failure);
    } finally {
      places.release();
    }
  }
}
