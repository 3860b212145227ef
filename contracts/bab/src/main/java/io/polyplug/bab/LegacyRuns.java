package io.polyplug.bab;

import io.polyplug.bab.bridge.Adapter;
import io.polyplug.bab.bridge.AdapterFailure;
import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Runs of a legacy adapter, which owns its processes (section 14): the host only collects events,
 * and asks the adapter to cancel when the caller gives up.
 */
final class LegacyRuns {
  /** For an adapter's own {@code cancel}: longer than its processes usually have to end. */
  static final Duration CANCEL_LIMIT = Duration.ofSeconds(5);

  private final Clock clock;

  LegacyRuns(Clock clock) {
    this.clock = clock;
  }

  CollectedEvents run(String name, Adapter adapter, RunInput input, Deadline deadline)
      throws DelegateFailure, InterruptedException {
    CollectedEvents events = new CollectedEvents();
    Thread caller = Thread.currentThread();
    FutureTask<@Nullable Void> run =
        new FutureTask<>(
            () -> {
              adapter.run(input.toJson(), events::add);
              return null;
            });
    Clock.Timer timer = clock.schedule(deadline.left(), () -> run.cancel(true));
    Thread.ofVirtual().name("polyplug-run of " + caller.getName()).start(run);
    try {
      run.get();
      return events;
    } catch (CancellationException late) {
      cancel(adapter, input.runId());
      throw RunDesk.timedOut(name);
    } catch (InterruptedException e) {
      run.cancel(true);
      cancel(adapter, input.runId());
      throw e;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof AdapterFailure failure
          ? ScriptedCommand.failure(failure)
          : DelegateFailure.execution("The run failed: " + e.getCause());
    } finally {
      timer.cancel();
    }
  }

  /** Asks the adapter to end the run; without a {@code cancel} there is nobody to ask. */
  static void cancel(Adapter adapter, @Nullable String runId) {
    if (!adapter.has("cancel")) {
      return;
    }
    List<Json> arguments = runId == null ? List.of() : List.of(Json.string(runId));
    try {
      adapter.call("cancel", arguments, CANCEL_LIMIT);
    } catch (AdapterFailure e) {
      // It had its chance; the run is given up all the same.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
