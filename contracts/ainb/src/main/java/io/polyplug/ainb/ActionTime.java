package io.polyplug.ainb;

import io.polyplug.ainb.protocol.AinbErrors;
import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.wire.CallException;
import io.polyplug.wire.RpcException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Runs an action for as long as its caller allows (5.4). Pure functions. */
final class ActionTime {
  private ActionTime() {}

  /**
   * The result of the work; throws what the caller is answered. When the time is over, or the
   * caller is interrupted, the work is interrupted and not waited for.
   *
   * @param timeout milliseconds, unsigned; zero is no limit
   */
  static byte[] run(Clock clock, String action, long timeout, Callable<byte[]> work)
      throws InterruptedException {
    CompletableFuture<byte[]> result = new CompletableFuture<>();
    Thread worker =
        Thread.ofVirtual().name("polyplug-action").unstarted(() -> complete(result, work));
    Clock.Timer timer =
        timeout == 0
            ? () -> {}
            : clock.schedule(
                Timeouts.millis(timeout),
                () -> result.completeExceptionally(AinbErrors.actionTimedOut(action)));
    worker.start();
    try {
      return result.get();
    } catch (ExecutionException failure) {
      throw answer(action, failure.getCause());
    } finally {
      timer.cancel();
      worker.interrupt();
    }
  }

  private static void complete(CompletableFuture<byte[]> result, Callable<byte[]> work) {
    try {
      result.complete(work.call());
    } catch (Exception | Error failure) {
      result.completeExceptionally(failure);
    }
  }

  private static RpcException answer(String action, @Nullable Throwable failure) {
    return switch (failure) {
      case RpcException answer -> answer;
      case CallException call -> AinbErrors.internal(call.failure().sentence());
      case null, default ->
          AinbErrors.internal("action failed: " + UntrustedText.excerpt(action, 200));
    };
  }
}
