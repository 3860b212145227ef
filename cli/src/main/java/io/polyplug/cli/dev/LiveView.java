package io.polyplug.cli.dev;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.HostEvent;
import io.polyplug.host.PluginState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows what happens, line by line and in its order, on a thread of its own: whoever tells it
 * something never waits, however slow the terminal is. What comes faster than it is taken is left
 * out and counted, frames and log lines first; the count stands where they would have stood. Safe
 * from any thread; closing it shows what is left, within a time.
 */
public final class LiveView implements AutoCloseable {
  private static final int MOST = 1_000;
  private static final long MOST_BYTES = 8L << 20;

  /** Our own sentences are few, and matter more. */
  private static final int MOST_SAID = 2 * MOST;

  private static final Duration LONGEST_FAREWELL = Duration.ofSeconds(2);

  private final Function<LiveItem, String> text;
  private final Consumer<String> out;
  private final LongSupplier nanos;
  private final ArrayDeque<LiveItem> items = new ArrayDeque<>();
  private long bytes;
  private boolean busy;
  private boolean closed;

  /**
   * Begins to show.
   *
   * @param text makes a line of an item; called by the one thread that shows
   * @param out takes the lines, and may block
   * @param nanos the host's monotonic clock
   */
  LiveView(Function<LiveItem, String> text, Consumer<String> out, LongSupplier nanos) {
    this.text = text;
    this.out = out;
    this.nanos = nanos;
    Thread.ofPlatform().daemon().name("polyplug-dev-view").start(this::show);
  }

  /** As {@link LiveText} has it. */
  public LiveView(LiveText text, Consumer<String> out, LongSupplier nanos) {
    this(text::line, out, nanos);
  }

  /** Something good, or neither good nor bad; safe text only. */
  public void say(String sentence) {
    offer(new LiveItem.Said(sentence, false, nanos.getAsLong()), MOST_SAID);
  }

  /** Something that does not work; safe text only. */
  public void complain(String sentence) {
    offer(new LiveItem.Said(sentence, true, nanos.getAsLong()), MOST_SAID);
  }

  /** Takes what is worth a line: frames, log lines, and that a plugin has gone down. */
  public void hear(HostEvent event, Function<String, String> names) {
    switch (event) {
      case HostEvent.FrameSeen seen -> offer(new LiveItem.Frame(seen), MOST);
      case HostEvent.LogLine line -> offer(new LiveItem.Log(line, nanos.getAsLong()), MOST);
      case HostEvent.StateChanged change -> down(change, names);
      case HostEvent.ToolsChanged changed ->
          say(names.apply(changed.plugin()) + ": offers other tools");
      case HostEvent.CallStarted _,
          HostEvent.CallEnded _,
          HostEvent.StreamEnded _,
          HostEvent.PluginAdded _,
          HostEvent.PluginRemoved _ -> {}
    }
  }

  /** Whoever tried a start tells himself what became of it. */
  private void down(HostEvent.StateChanged change, Function<String, String> names) {
    if (change.reason().isPresent()
        && (change.from() == PluginState.RUNNING || change.to() == PluginState.QUARANTINED)) {
      complain(
          "%s is %s: %s"
              .formatted(
                  names.apply(change.plugin()),
                  change.to().toString().toLowerCase(Locale.ROOT),
                  UntrustedText.escape(change.reason().get().message())));
    }
  }

  private synchronized void offer(LiveItem item, int most) {
    if (closed) {
      return;
    }
    long size = size(item);
    if (items.size() >= most || (!items.isEmpty() && bytes + size > MOST_BYTES)) {
      lose(item);
    } else {
      items.addLast(item);
      bytes += size;
    }
    notifyAll();
  }

  private void lose(LiveItem item) {
    long frames = item instanceof LiveItem.Frame ? 1 : 0;
    long lines = 1 - frames;
    if (items.peekLast() instanceof LiveItem.Lost before) {
      items.removeLast();
      frames += before.frames();
      lines += before.lines();
    }
    items.addLast(new LiveItem.Lost(frames, lines, item.nanos()));
  }

  private static long size(LiveItem item) {
    return switch (item) {
      case LiveItem.Frame frame -> frame.seen().frame().length;
      case LiveItem.Log log -> 2L * log.line().text().length();
      case LiveItem.Said said -> 2L * said.text().length();
      case LiveItem.Lost _ -> 0;
    };
  }

  private void show() {
    for (Optional<LiveItem> item = next(); item.isPresent(); item = next()) {
      out.accept(text.apply(item.get()));
    }
  }

  /** Empty when it is closed and all was shown. */
  private synchronized Optional<LiveItem> next() {
    busy = false;
    notifyAll();
    @Nullable LiveItem item = items.pollFirst();
    try {
      while (item == null && !closed) {
        wait();
        item = items.pollFirst();
      }
    } catch (InterruptedException e) {
      return Optional.empty();
    }
    if (item != null) {
      bytes -= size(item);
      busy = true;
    }
    return Optional.ofNullable(item);
  }

  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
    long end = System.nanoTime() + LONGEST_FAREWELL.toNanos();
    try {
      for (long left = end - System.nanoTime(); (busy || !items.isEmpty()) && left > 0; ) {
        wait(left / 1_000_000 + 1);
        left = end - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
