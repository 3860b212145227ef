package io.polyplug.host;

import io.polyplug.base.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the messages of a stream or channel that a call opened, and tells the host's listeners
 * once when it is over: at its end, when it fails, or when it is closed before. Safe from any
 * thread.
 */
final class StreamWatch {
  private final HostEvents events;
  private final Clock clock;
  private final String plugin;
  private final long call;
  private final String tool;
  private final long from;
  private final AtomicLong received = new AtomicLong();
  private final AtomicLong sent = new AtomicLong();
  private final AtomicBoolean over = new AtomicBoolean();

  StreamWatch(
      HostEvents events, Clock clock, String plugin, long call, String tool, long fromNanos) {
    this.events = events;
    this.clock = clock;
    this.plugin = plugin;
    this.call = call;
    this.tool = tool;
    this.from = fromNanos;
  }

  /** There is one reader at a time, so nothing is lost between reading and writing. */
  void received() {
    received.setOpaque(received.getPlain() + 1);
  }

  void sent() {
    sent.incrementAndGet();
  }

  void ended() {
    over(true, Optional.empty());
  }

  void failed(PluginException failure) {
    over(false, Optional.of(failure.code()));
  }

  void closed() {
    over(false, Optional.empty());
  }

  private void over(boolean whole, Optional<String> errorCode) {
    if (over.compareAndSet(false, true)) {
      events.emit(
          new HostEvent.StreamEnded(
              plugin,
              call,
              tool,
              Duration.ofNanos(clock.nanoTime() - from),
              received.getOpaque(),
              sent.get(),
              whole,
              errorCode));
    }
  }
}
