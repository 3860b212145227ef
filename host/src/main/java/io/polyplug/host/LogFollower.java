package io.polyplug.host;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Follows one plugin's log. Whoever takes too slowly loses the oldest lines, and is told how many;
 * nobody waits for it. One reader at a time.
 */
public final class LogFollower implements AutoCloseable {
  static final int MOST_WAITING = 4 * LogBook.MOST_LINES;
  static final int MOST_BYTES = 1 << 20;

  /**
   * What came since the last time.
   *
   * @param dropped how many lines were lost before these
   */
  public record Batch(long dropped, List<LogBook.Line> lines) {}

  private final String plugin;
  private final Consumer<LogFollower> onClose;
  private final ArrayDeque<LogBook.Line> waiting = new ArrayDeque<>();
  private int bytes;
  private long dropped;
  private boolean closed;

  LogFollower(String plugin, List<LogBook.Line> first, Consumer<LogFollower> onClose) {
    this.plugin = plugin;
    this.onClose = onClose;
    first.forEach(this::offer);
  }

  synchronized void offer(LogBook.Line line) {
    if (closed || !line.plugin().equals(plugin)) {
      return;
    }
    waiting.addLast(line);
    bytes += line.bytes();
    while (waiting.size() > MOST_WAITING || bytes > MOST_BYTES) {
      bytes -= waiting.removeFirst().bytes();
      dropped++;
    }
    notifyAll();
  }

  /** Waits for lines, but no longer than this; an empty batch if none came or it is closed. */
  public synchronized Batch next(int most, Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    for (long left = atMost.toNanos(); waiting.isEmpty() && !closed && left > 0; ) {
      wait(left / 1_000_000 + 1);
      left = end - System.nanoTime();
    }
    List<LogBook.Line> taken = new ArrayList<>();
    while (!waiting.isEmpty() && taken.size() < most) {
      LogBook.Line line = waiting.removeFirst();
      bytes -= line.bytes();
      taken.add(line);
    }
    Batch batch = new Batch(dropped, List.copyOf(taken));
    dropped = 0;
    return batch;
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      waiting.clear();
      bytes = 0;
      notifyAll();
    }
    onClose.accept(this);
  }
}
