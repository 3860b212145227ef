package io.polyplug.mcp;

import io.polyplug.base.Clock;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.Replies;
import io.polyplug.host.ToolProgress;
import io.polyplug.wire.Call;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A call whose progress somebody watches, and which may have as much time as it likes while there
 * is any. Safe from any thread.
 */
final class WatchedCall implements Consumer<ToolProgress> {
  private final String plugin;
  private final Clock clock;
  private final Consumer<ToolProgress> listener;
  private final Optional<Duration> patience;
  private volatile long lastSign;
  private volatile boolean expired;
  private volatile double furthest = Double.NEGATIVE_INFINITY;

  /**
   * @param extended whether progress begins the limit anew; if not, the limit is not looked after
   *     here
   */
  WatchedCall(
      String plugin,
      Clock clock,
      Consumer<ToolProgress> listener,
      boolean extended,
      Optional<Duration> limit) {
    this.plugin = plugin;
    this.clock = clock;
    this.listener = listener;
    this.patience = extended ? limit : Optional.empty();
    this.lastSign = clock.nanoTime();
  }

  @Override
  public void accept(ToolProgress progress) {
    lastSign = clock.nanoTime();
    // By the protocol it grows; some servers repeat themselves.
    if (progress.progress() > furthest) {
      furthest = progress.progress();
      listener.accept(progress);
    }
  }

  /** From now on the call is given up when there is no sign of it for too long. */
  void begin(Call call) {
    patience.ifPresent(limit -> look(call, limit, limit));
  }

  Json await(Call call, Replies replies) {
    try {
      return replies.await(call);
    } catch (PluginFailure failure) {
      if (expired && failure.failure().code() == FailureCode.CANCELLED) {
        throw new PluginFailure(timeout(), failure);
      }
      throw failure;
    }
  }

  private Failure timeout() {
    long millis = patience.map(Duration::toMillis).orElse(0L);
    return new Failure(FailureCode.TIMEOUT, plugin, "it made no progress within " + millis + " ms");
  }

  private void look(Call call, Duration limit, Duration after) {
    Clock.@Nullable Timer _ =
        clock.schedule(
            after,
            () -> {
              Duration left = limit.minusNanos(clock.nanoTime() - lastSign);
              if (call.isDone()) {
                return;
              }
              if (left.isPositive()) {
                look(call, limit, left);
              } else {
                expired = true;
                // A clock's thread must not block, and to cancel sends a message.
                Thread.ofVirtual().start(call::cancel);
              }
            });
  }
}
