package io.polyplug.bab;

import io.polyplug.bab.bridge.Adapter;
import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The runs of one session that are under way, so that its end can end them. */
final class ActiveRuns {
  private static final Duration LONGEST_CANCEL = Duration.ofSeconds(15);
  private static final long LOOK_AGAIN_MS = 50;

  private final CommandRuns commands;
  private final Clock clock;
  private final Map<String, Optional<Adapter>> runs = new HashMap<>();
  private boolean closed;

  ActiveRuns(CommandRuns commands, Clock clock) {
    this.commands = commands;
    this.clock = clock;
  }

  /** A run that is told here until it is closed. */
  interface Run extends AutoCloseable {
    @Override
    void close();
  }

  /** Notes a run; none is begun once all are being cancelled. */
  synchronized Run begin(String runId, @Nullable HeldAdapter user) throws DelegateFailure {
    if (closed) {
      throw DelegateFailure.cancelled();
    }
    runs.put(runId, Optional.ofNullable(user).map(HeldAdapter::adapter));
    return () -> end(runId);
  }

  private synchronized void end(String runId) {
    runs.remove(runId);
    notifyAll();
  }

  synchronized boolean isEmpty() {
    return runs.isEmpty();
  }

  /** Cancels them all and waits until none is left, in bounded time. */
  void cancelAll() {
    Set<Adapter> legacy = new HashSet<>();
    synchronized (this) {
      closed = true;
      runs.values().forEach(adapter -> adapter.ifPresent(legacy::add));
    }
    legacy.stream()
        .filter(adapter -> adapter.mode() == Adapter.Mode.LEGACY)
        .forEach(adapter -> LegacyRuns.cancel(adapter, null));
    try {
      cancelCommands(Deadline.in(LONGEST_CANCEL, clock));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Again and again: a run may be on its way to start its process. */
  private synchronized void cancelCommands(Deadline deadline) throws InterruptedException {
    while (!left().isEmpty() && !deadline.passed()) {
      for (String run : left()) {
        var _ = commands.cancel(run);
      }
      wait(LOOK_AGAIN_MS);
    }
  }

  private synchronized List<String> left() {
    // A legacy run is over when its adapter is, which comes after this.
    return runs.entrySet().stream()
        .filter(run -> run.getValue().filter(it -> it.mode() == Adapter.Mode.LEGACY).isEmpty())
        .map(Map.Entry::getKey)
        .toList();
  }
}
