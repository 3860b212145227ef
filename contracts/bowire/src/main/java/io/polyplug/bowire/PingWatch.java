package io.polyplug.bowire;

import io.polyplug.base.Clock;
import io.polyplug.bowire.protocol.BowireProtocol;
import io.polyplug.wire.CallException;
import io.polyplug.wire.CallFailure;
import io.polyplug.wire.CallOptions;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Asks an idle sidecar for a sign of life now and then (5.9, 13.1).
 *
 * <p>Many sidecars do one thing at a time, so one that works on a call is never asked, and silence
 * counts only if nothing was begun in the meantime. Safe from any thread.
 */
final class PingWatch {
  private final SidecarLink link;
  private final Subscriptions subscriptions;
  private final BowireTimes times;
  private final Clock clock;
  private final AtomicLong begun = new AtomicLong();
  private Clock.@Nullable Timer timer;
  private boolean stopped;

  PingWatch(SidecarLink link, Subscriptions subscriptions, BowireTimes times, Clock clock) {
    this.link = link;
    this.subscriptions = subscriptions;
    this.times = times;
    this.clock = clock;
  }

  void begin() {
    if (!times.pingEvery().isZero()) {
      again();
    }
  }

  /** Something was asked of the sidecar. */
  void busy() {
    begun.incrementAndGet();
  }

  synchronized void stop() {
    stopped = true;
    if (timer != null) {
      timer.cancel();
    }
  }

  private synchronized void again() {
    if (!stopped) {
      timer = clock.schedule(times.pingEvery(), this::due);
    }
  }

  private void due() {
    if (link.peer().pendingCalls() > 0 || !subscriptions.isEmpty()) {
      again();
      return;
    }
    long before = begun.get();
    var _ =
        link.peer()
            .call(BowireProtocol.PING, null, CallOptions.within(times.ping()))
            .toFuture()
            .whenComplete((answer, failure) -> heard(before, failure));
  }

  private void heard(long before, @Nullable Throwable failure) {
    boolean silent =
        failure instanceof CallException known
            && !(known.failure() instanceof CallFailure.RemoteError);
    if (!silent) {
      link.alive();
    } else if (begun.get() == before) {
      link.hung(
          "Sidecar did not answer a ping within " + times.ping().toMillis() + " ms while idle");
    }
    again();
  }
}
