package io.polyplug.bab;

import io.polyplug.host.Failure;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The adapter that a session uses now, if it has one. What is replaced ends after its runs, and its
 * end is nothing to anybody; the end of the one in use is told, unless the slot was closed. Safe
 * from any thread.
 */
final class AdapterSlot {
  private final Consumer<Failure> ended;
  private @Nullable HeldAdapter held;
  private boolean closed;

  /** Tells the end of the adapter in use, maybe twice; on the thread that notices it. */
  AdapterSlot(Consumer<Failure> ended) {
    this.ended = ended;
  }

  synchronized @Nullable HeldAdapter current() {
    return held;
  }

  synchronized boolean isClosed() {
    return closed;
  }

  /** Uses this one from now on, or none. */
  @SuppressWarnings("ReferenceEquality") // The same process, not an equal one.
  void use(@Nullable HeldAdapter next) {
    @Nullable HeldAdapter before;
    boolean tooLate;
    synchronized (this) {
      before = held;
      held = next;
      tooLate = closed;
    }
    if (before == next) {
      return;
    }
    if (before != null) {
      before.retire();
    }
    if (next != null && tooLate) {
      next.retire();
    } else if (next != null) {
      var _ = next.adapter().ended().thenAccept(reason -> notice(next, reason));
    }
  }

  /** Tells the end of this one if it has come, before a caller who knows of it goes on. */
  void notice(HeldAdapter which) {
    CompletableFuture<Failure> end = which.adapter().ended().toCompletableFuture();
    if (end.isDone()) {
      notice(which, end.join());
    }
  }

  @SuppressWarnings("ReferenceEquality")
  private void notice(HeldAdapter which, Failure reason) {
    synchronized (this) {
      if (held != which || closed) {
        return;
      }
    }
    ended.accept(reason);
  }

  /** Takes no more; gives what was in use, which the caller ends. Empty the second time. */
  synchronized Optional<HeldAdapter> close() {
    boolean first = !closed;
    closed = true;
    return first ? Optional.ofNullable(held) : Optional.empty();
  }
}
