package io.polyplug.gateway;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.base.UntrustedText;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginException;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolQuery;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks plugins for their tools, each by itself in the background and with rests between, and keeps
 * what they answered last. Safe from any thread.
 */
final class ToolLists implements AutoCloseable {
  private static final Duration LONGEST_ASKING = Duration.ofSeconds(60);

  /** Between one asking and the next: a plugin may say all the time that its tools changed. */
  private static final Duration REST = Duration.ofMillis(250);

  private final Consumer<String> problems;
  private final Runnable answered;
  private final Duration firstRetry;
  private final Map<Plugin, List<ToolInfo>> known = new ConcurrentHashMap<>();
  private final Map<Plugin, Asking> asking = new ConcurrentHashMap<>();
  private final Map<Plugin, Failed> failed = new ConcurrentHashMap<>();
  private final CountDownLatch closing = new CountDownLatch(1);

  /** A plugin that is being asked or rests; {@code again} is changed under the map's lock only. */
  private static final class Asking {
    final CompletableFuture<Void> answered = new CompletableFuture<>();
    boolean again;
  }

  private record Failed(int times, String sentence, Deadline retry) {
    private static final int MOST_DOUBLINGS = 5;

    static Failed after(@Nullable Failed before, String sentence, Duration first) {
      int times = before == null ? 0 : Math.min(before.times + 1, MOST_DOUBLINGS);
      return new Failed(
          times, sentence, Deadline.in(first.multipliedBy(1L << times), Clock.system()));
    }
  }

  /**
   * Asks nobody yet.
   *
   * @param problems told in one sentence why a plugin offers nothing, unless it was just told
   * @param answered told when a plugin was asked
   * @param firstRetry how long after a failure a plugin may be asked again; then twice as long, and
   *     so on
   */
  ToolLists(Consumer<String> problems, Runnable answered, Duration firstRetry) {
    this.problems = problems;
    this.answered = answered;
    this.firstRetry = firstRetry;
  }

  /** What it answered last; null if it never did. */
  @Nullable List<ToolInfo> of(Plugin plugin) {
    return known.get(plugin);
  }

  /** Whether it failed when it was asked, long enough ago. */
  boolean mayBeRetried(Plugin plugin) {
    Failed before = failed.get(plugin);
    return before != null && before.retry().passed();
  }

  /** Forgets all others. */
  void retain(Collection<Plugin> plugins) {
    known.keySet().retainAll(plugins);
    failed.keySet().retainAll(plugins);
  }

  /**
   * Asks, unless it is being asked.
   *
   * @param again if it is, whether to ask once more: its answer may be older than the reason for it
   * @return done when it has answered or failed
   */
  CompletableFuture<Void> ask(Plugin plugin, boolean again) {
    Asking fresh = new Asking();
    Asking mine =
        asking.compute(
            plugin,
            (_, before) -> {
              if (before == null) {
                return fresh;
              }
              before.again |= again;
              return before;
            });
    if (mine.equals(fresh)) {
      Thread.ofVirtual().name("gateway-tools").start(() -> keepAsking(plugin, fresh));
    }
    return mine.answered;
  }

  private void keepAsking(Plugin plugin, Asking mine) {
    do {
      try {
        askOnce(plugin);
        answered.run();
      } finally {
        mine.answered.complete(null);
      }
    } while (rested(plugin));
  }

  /** Rests, then says whether to ask once more. */
  private boolean rested(Plugin plugin) {
    boolean over = true;
    try {
      over = closing.await(REST.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    boolean last = over;
    Asking left =
        asking.computeIfPresent(
            plugin,
            (_, it) -> {
              boolean goesOn = it.again && !last;
              it.again = false;
              return goesOn ? it : null;
            });
    return left != null;
  }

  private void askOnce(Plugin plugin) {
    try {
      known.put(plugin, plugin.tools(ToolQuery.ANY.withTimeout(LONGEST_ASKING)));
      failed.remove(plugin);
    } catch (PluginException e) {
      // What it offered before stays: a call tells the reason, and may well start it again.
      String sentence = UntrustedText.escape(String.valueOf(e.getMessage()));
      Failed before = failed.get(plugin);
      failed.put(plugin, Failed.after(before, sentence, firstRetry));
      if (closing.getCount() > 0 && (before == null || !before.sentence().equals(sentence))) {
        problems.accept(sentence);
      }
    }
  }

  @Override
  public void close() {
    closing.countDown();
  }
}
