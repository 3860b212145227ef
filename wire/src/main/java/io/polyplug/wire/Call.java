package io.polyplug.wire;

import java.util.concurrent.CompletableFuture;

/** One call that is under way or over. Safe from any thread. */
public interface Call {
  /**
   * Waits for the result; throws {@link RpcException} for an error that was answered and {@link
   * CallException} for everything else. Interrupting the wait does not cancel the call. On a
   * platform thread it may read for the transport meanwhile, no code of users among it, and then
   * notices an interrupt or an end that is not a reply up to about a millisecond later.
   */
  Json await() throws InterruptedException;

  /** The number that it has on the wire; 0 before it has one. */
  long id();

  /** Whether there is a result or a failure. */
  boolean isDone();

  /**
   * Gives up: the call fails as cancelled unless it is done, a message that waits is not sent, and
   * the other end is told where the dialect has a message for that. A late reply is unknown.
   */
  void cancel();

  /** The result as a future, completed on a virtual thread; cancelling it cancels the call. */
  CompletableFuture<Json> toFuture();
}
