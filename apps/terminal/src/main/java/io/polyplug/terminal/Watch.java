package io.polyplug.terminal;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Asks the host now and then how the plugins are doing, on a thread of its own, so that whoever
 * paints never asks. After every change {@code changed} is called on that thread. Whoever made it
 * closes it.
 */
final class Watch implements AutoCloseable {
  private static final Duration BETWEEN = Duration.ofMillis(500);
  private static final int LOG_LINES = 200;

  /**
   * What was seen last.
   *
   * @param listed whether the screens have been asked for at all
   */
  record Seen(
      boolean listed, List<Screen> screens, Map<String, Standing> standings, List<String> log) {
    Standing standing(String plugin) {
      return standings.getOrDefault(plugin, new Standing("", ""));
    }
  }

  private final ScreenHost host;
  private final Runnable changed;
  private final Semaphore pokes = new Semaphore(0);
  private final Thread thread;
  private volatile Seen seen = new Seen(false, List.of(), Map.of(), List.of());
  private volatile String logOf = "";

  Watch(ScreenHost host, Runnable changed) {
    this.host = host;
    this.changed = changed;
    thread = Thread.ofVirtual().name("polyplug-watch").unstarted(this::run);
  }

  Watch start() {
    thread.start();
    return this;
  }

  Seen seen() {
    return seen;
  }

  /** Reads the log of this plugin from now on; of none if empty. */
  void readLog(String plugin) {
    if (!logOf.equals(plugin)) {
      logOf = plugin;
      look();
    }
  }

  /** Looks again at once. */
  void look() {
    pokes.release();
  }

  private void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        Seen now = ask();
        if (!now.equals(seen)) {
          seen = now;
          changed.run();
        }
        if (pokes.tryAcquire(BETWEEN.toMillis(), TimeUnit.MILLISECONDS)) {
          pokes.drainPermits();
        }
      }
    } catch (InterruptedException closed) {
      // The end that is meant.
    }
  }

  private Seen ask() {
    try {
      List<Screen> screens = List.copyOf(host.screens());
      Map<String, Standing> standings = new HashMap<>();
      for (Screen screen : screens) {
        standings.computeIfAbsent(screen.plugin(), host::standing);
      }
      String plugin = logOf;
      List<String> log =
          plugin.isEmpty() ? List.of() : List.copyOf(host.logTail(plugin, LOG_LINES));
      return new Seen(true, screens, standings, log);
    } catch (RuntimeException notNow) {
      // A host that cannot answer is one that is going away: what was seen last stays.
      return seen;
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
