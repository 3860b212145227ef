package io.polyplug.host;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the last lines of every plugin's log, with its changes of state, for whoever asks later.
 *
 * <p>Bounded in lines and bytes for each plugin and in bytes for all: the oldest lines give way, of
 * all plugins those of the one that has the most. Followers hear of new lines through queues of
 * their own and hold up nobody. Text is as the plugin wrote it: whoever shows it escapes it. Safe
 * from any thread; closing ends the listening, not the followers.
 */
public final class LogBook implements AutoCloseable {
  /** How many lines of a plugin are kept. */
  public static final int MOST_LINES = 1_000;

  static final int MOST_BYTES = 256 << 10;
  static final int MOST_BYTES_IN_ALL = 16 << 20;
  static final int LONGEST_TEXT = 16 << 10;

  /** What a line costs beside its text. */
  private static final int OVERHEAD = 64;

  /**
   * One line.
   *
   * @param number grows with every line of the book; what is skipped was lost before it was written
   * @param plugin the {@linkplain PluginInfo#key() key} of the plugin
   * @param text as the plugin wrote it, or a change of state in our words
   * @param state whether it tells of a change of state
   */
  public record Line(
      long number, Instant time, String plugin, HostEvent.Level level, String text, boolean state) {
    int bytes() {
      return 2 * text.length() + OVERHEAD;
    }
  }

  private static final class Page {
    final Deque<Line> lines = new ArrayDeque<>();
    int bytes;
  }

  private final HostEvents.Subscription subscription;
  private final Supplier<Instant> now;
  private final Map<String, Page> pages = new HashMap<>();
  private final List<Consumer<Line>> watchers = new CopyOnWriteArrayList<>();
  private final List<LogFollower> followers = new CopyOnWriteArrayList<>();
  private long bytesInAll;
  private long number;
  private long lost;

  LogBook(HostEvents events, Supplier<Instant> now) {
    this.now = now;
    // The first event waits until it is known where it comes from.
    synchronized (this) {
      this.subscription = events.subscribeWithoutFrames(this::hear);
    }
  }

  private synchronized void hear(HostEvent event) {
    long dropped = subscription.dropped();
    number += dropped - lost;
    lost = dropped;
    Line line = line(event, number + 1);
    if (line != null) {
      number++;
      write(line);
    }
  }

  private @Nullable Line line(HostEvent event, long next) {
    return switch (event) {
      case HostEvent.LogLine log ->
          new Line(next, now.get(), log.plugin(), log.level(), bounded(log.text()), false);
      case HostEvent.StateChanged change ->
          new Line(
              next,
              now.get(),
              change.plugin(),
              change.reason().isPresent() ? HostEvent.Level.WARN : HostEvent.Level.INFO,
              bounded(
                  word(change.from())
                      + " -> "
                      + word(change.to())
                      + change.reason().map(reason -> ": " + reason.message()).orElse("")),
              true);
      case HostEvent.CallStarted _,
          HostEvent.CallEnded _,
          HostEvent.StreamEnded _,
          HostEvent.FrameSeen _,
          HostEvent.PluginAdded _,
          HostEvent.ToolsChanged _,
          HostEvent.PluginRemoved _ ->
          null;
    };
  }

  private static String word(PluginState state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  private static String bounded(String text) {
    return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + " …";
  }

  private void write(Line line) {
    Page page = pages.computeIfAbsent(line.plugin(), _ -> new Page());
    page.lines.addLast(line);
    add(page, line.bytes());
    while (page.lines.size() > MOST_LINES || page.bytes > MOST_BYTES) {
      dropOldest(page);
    }
    while (bytesInAll > MOST_BYTES_IN_ALL) {
      dropOldest(
          pages.values().stream().max(Comparator.comparingInt(it -> it.bytes)).orElseThrow());
    }
    pages.values().removeIf(it -> it.lines.isEmpty());
    for (LogFollower follower : followers) {
      follower.offer(line);
    }
    for (Consumer<Line> watcher : watchers) {
      watcher.accept(line);
    }
  }

  private void add(Page page, int bytes) {
    page.bytes += bytes;
    bytesInAll += bytes;
  }

  private void dropOldest(Page page) {
    add(page, -page.lines.removeFirst().bytes());
  }

  /** The last lines of a plugin, at most so many, oldest first. */
  public synchronized List<Line> last(String plugin, int most) {
    Page page = pages.get(plugin);
    if (page == null) {
      return List.of();
    }
    List<Line> all = new ArrayList<>(page.lines);
    return List.copyOf(all.subList(Math.max(0, all.size() - most), all.size()));
  }

  /**
   * The last lines of a plugin, at most so many, and then what comes, with nothing lost or twice in
   * between. Close it when done.
   */
  public synchronized LogFollower follow(String plugin, int most) {
    LogFollower follower = new LogFollower(plugin, last(plugin, most), followers::remove);
    followers.add(follower);
    return follower;
  }

  /** What ends a {@link #watch}. */
  public interface Watch extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Hears every line from now on, of all plugins, in the order of their numbers: what {@link #last}
   * gives afterwards and this together have all of them. It is told while the book is written, so
   * it must not wait for anything.
   */
  public synchronized Watch watch(Consumer<Line> listener) {
    watchers.add(listener);
    return () -> watchers.remove(listener);
  }

  @Override
  public void close() {
    subscription.close();
  }
}
