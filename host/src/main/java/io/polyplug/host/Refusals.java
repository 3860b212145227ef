package io.polyplug.host;

import io.polyplug.host.SupervisionPolicy.Backoff;
import org.jspecify.annotations.Nullable;

/**
 * Why a supervisor gives no instance to a caller, in the same words for every kind of supervisor.
 */
record Refusals(String plugin) {
  Failure stopping() {
    return new Failure(FailureCode.UNAVAILABLE, plugin, "the host is stopping");
  }

  Failure removed() {
    return new Failure(FailureCode.UNAVAILABLE, plugin, "it was removed");
  }

  Failure disabled() {
    return new Failure(
        FailureCode.UNAVAILABLE, plugin, "it is disabled; run: polyplug enable " + plugin);
  }

  Failure overloaded(int limit) {
    return new Failure(
        FailureCode.OVERLOADED,
        plugin,
        "%d calls are under way already, which is the limit".formatted(limit));
  }

  Failure quarantined(Backoff backoff, @Nullable Failure last) {
    return new Failure(
        FailureCode.QUARANTINED,
        plugin,
        "it failed %d times within %d s and is locked away until it is reloaded%s"
            .formatted(
                backoff.quarantineAt(),
                backoff.window().toSeconds(),
                last == null ? "" : "; last: " + last.message()));
  }

  Failure notReady(PluginState state) {
    return new Failure(
        FailureCode.TIMEOUT, plugin, "it was not ready in time (its state is " + state + ")");
  }

  Failure interrupted() {
    return new Failure(FailureCode.CANCELLED, plugin, "the caller was interrupted");
  }

  /** What a start failed with. */
  Failure reasonOf(Throwable failure) {
    return failure instanceof PluginFailure known
        ? known.failure()
        : new Failure(FailureCode.LAUNCH_FAILED, plugin, "starting it failed: " + failure);
  }
}
