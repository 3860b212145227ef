package io.polyplug.cli;

import io.polyplug.base.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ObjLongConsumer;

/**
 * How much plugins may write to our standard error: each a burst, and then some lines a second; a
 * long line counts as several. What is more is counted, and told a second later. Safe from any
 * thread.
 */
final class LogRate {
  static final int BURST = 500;
  static final int PER_SECOND = 50;
  private static final int CHARACTERS = 500;
  private static final Duration TELL_AFTER = Duration.ofSeconds(1);

  private final Clock clock;
  private final ObjLongConsumer<String> leftOut;
  private final Map<String, Share> shares = new HashMap<>();

  /** What one plugin has left; changed under the lock of all. */
  private static final class Share {
    double lines = BURST;
    long since;
    long dropped;

    Share(long now) {
      since = now;
    }
  }

  /**
   * For all plugins.
   *
   * @param leftOut told of which plugin how many lines were left out; may block
   */
  LogRate(Clock clock, ObjLongConsumer<String> leftOut) {
    this.clock = clock;
    this.leftOut = leftOut;
  }

  /** Whether a line may be written; if not, it is counted. */
  synchronized boolean takes(String plugin, int characters) {
    long now = clock.nanoTime();
    Share share = shares.computeIfAbsent(plugin, _ -> new Share(now));
    share.lines = Math.min(BURST, share.lines + (now - share.since) * (PER_SECOND / 1e9));
    share.since = now;
    int cost = 1 + characters / CHARACTERS;
    // At least a full share: a line that costs more than all must not wait for ever.
    if (share.lines >= Math.min(cost, BURST)) {
      share.lines -= cost;
      return true;
    }
    if (share.dropped++ == 0) {
      var _ = clock.schedule(TELL_AFTER, () -> Thread.ofVirtual().start(() -> tell(plugin)));
    }
    return false;
  }

  /** Tells what was not told yet. */
  void tellAll() {
    String[] plugins;
    synchronized (this) {
      plugins = shares.keySet().toArray(new String[0]);
    }
    for (String plugin : plugins) {
      tell(plugin);
    }
  }

  private void tell(String plugin) {
    long count;
    synchronized (this) {
      Share share = shares.get(plugin);
      count = share == null ? 0 : share.dropped;
      if (share != null) {
        share.dropped = 0;
      }
    }
    if (count > 0) {
      leftOut.accept(plugin, count);
    }
  }
}
