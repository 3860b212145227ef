package io.polyplug.wire;

import io.polyplug.base.Clock;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One timer for all calls of a peer, set for the earliest deadline. When it fires it looks at every
 * call: that is rare, while making and answering calls is not.
 */
final class CallTimer {
  private final Clock clock;
  private final Consumer<Consumer<PendingCall>> calls;
  private final Consumer<PendingCall> onExpired;
  private Clock.@Nullable Timer timer;
  private volatile boolean armed;
  private volatile long armedFor;

  CallTimer(Clock clock, Consumer<Consumer<PendingCall>> calls, Consumer<PendingCall> onExpired) {
    this.clock = clock;
    this.calls = calls;
    this.onExpired = onExpired;
  }

  /** A call that is already among the calls has this deadline. */
  void note(long deadline) {
    if (!armed || deadline - armedFor < 0) {
      arm(deadline);
    }
  }

  private synchronized void arm(long deadline) {
    if (armed && deadline - armedFor >= 0) {
      return;
    }
    if (timer != null) {
      timer.cancel();
    }
    armedFor = deadline;
    armed = true;
    timer = clock.schedule(Duration.ofNanos(deadline - clock.nanoTime()), this::fire);
  }

  private void fire() {
    synchronized (this) {
      armed = false;
      timer = null;
    }
    long now = clock.nanoTime();
    calls.accept(call -> check(call, now));
  }

  private void check(PendingCall call, long now) {
    long deadline = call.deadline();
    if (deadline == PendingCall.NO_DEADLINE || call.isClaimed()) {
      return;
    }
    if (deadline - now <= 0) {
      onExpired.accept(call);
    } else {
      note(deadline);
    }
  }

  synchronized void stop() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }
}
