package io.polyplug.wire;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Waits for what a peer tells about its end. */
final class Ends implements PeerListener {
  final CompletableFuture<EndReason> inbound = new CompletableFuture<>();
  final CompletableFuture<EndReason> all = new CompletableFuture<>();

  @Override
  public void inboundEnded(EndReason reason) {
    inbound.complete(reason);
  }

  @Override
  public void ended(EndReason reason) {
    all.complete(reason);
  }

  EndReason await() throws Exception {
    return all.get(HandTransport.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** The failure of a call that must fail. */
  static CallFailure failureOf(Call call) throws InterruptedException {
    try {
      throw new AssertionError("The call has a result: " + call.await());
    } catch (CallException failed) {
      return failed.failure();
    }
  }
}
