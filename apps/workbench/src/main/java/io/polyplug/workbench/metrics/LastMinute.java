package io.polyplug.workbench.metrics;

import java.util.ArrayDeque;
import java.util.Optional;

/** How long things took that ended in the last minute, second by second. Not thread-safe. */
final class LastMinute {
  private static final int SECONDS = 60;

  /** Most seconds have nothing, and need no buckets for it. */
  private final ArrayDeque<Optional<Latencies>> seconds = new ArrayDeque<>();

  private Optional<Latencies> now = Optional.empty();

  void add(long micros) {
    if (now.isEmpty()) {
      now = Optional.of(new Latencies());
    }
    now.get().add(micros);
  }

  /** A second is over. */
  void tick() {
    seconds.addLast(now);
    now = Optional.empty();
    if (seconds.size() > SECONDS) {
      seconds.removeFirst();
    }
  }

  Latencies all() {
    Latencies all = new Latencies();
    seconds.forEach(one -> one.ifPresent(all::add));
    now.ifPresent(all::add);
    return all;
  }
}
