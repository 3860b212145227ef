package io.polyplug.host;

import io.polyplug.host.Supervisor.Lease;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The calls that wait for an instance, oldest first. Used by one thread at a time. */
final class WaitingCalls {
  private final List<CompletableFuture<Lease>> waiting = new ArrayList<>();

  void add(CompletableFuture<Lease> call) {
    waiting.add(call);
  }

  @SuppressWarnings("ReferenceEquality") // The same call, not an equal one.
  void remove(CompletableFuture<Lease> call) {
    waiting.removeIf(it -> it == call);
  }

  int size() {
    return waiting.size();
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** All of them; none waits afterwards. */
  List<CompletableFuture<Lease>> takeAll() {
    List<CompletableFuture<Lease>> all = List.copyOf(waiting);
    waiting.clear();
    return all;
  }

  /** All who wait hear this; nobody waits then. */
  void refuseAll(Failure failure) {
    takeAll().forEach(waiter -> refuse(waiter, failure));
  }

  static void refuse(CompletableFuture<Lease> waiter, Failure failure) {
    waiter.completeExceptionally(failure.thrown());
  }

  /** The caller waits no longer; a lease that was given in the same moment has no owner now. */
  void abandon(CompletableFuture<Lease> waiter) {
    remove(waiter);
    if (waiter.isDone() && !waiter.isCompletedExceptionally()) {
      waiter.join().close();
    }
  }
}
