package io.polyplug.wire;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lets so many calls be in flight at once; the others wait in order. Safe from any thread. */
final class Turns {
  private final int most;
  private final ArrayDeque<PendingCall> waiting = new ArrayDeque<>();
  private int active;

  Turns(int most) {
    this.most = most;
  }

  /** True if it is this call's turn now; otherwise it will be returned by a later leave. */
  synchronized boolean enter(PendingCall call) {
    if (active < most) {
      active++;
      return true;
    }
    waiting.add(call);
    return false;
  }

  /** A call is over: the next one whose turn has come. */
  synchronized @Nullable PendingCall leave(PendingCall call) {
    if (waiting.remove(call)) {
      return null;
    }
    PendingCall next = waiting.poll();
    if (next == null) {
      active--;
    }
    return next;
  }

  void forEach(Consumer<PendingCall> action) {
    List<PendingCall> all;
    synchronized (this) {
      all = new ArrayList<>(waiting);
    }
    all.forEach(action);
  }
}
