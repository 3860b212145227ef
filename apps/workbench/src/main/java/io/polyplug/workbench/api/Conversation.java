package io.polyplug.workbench.api;

import io.polyplug.base.Clock;
import io.polyplug.host.ToolStream;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A stream or channel for one browser: opened and read on a thread of its own, and closed exactly
 * once, however it ends. Ending it early interrupts the opening or closes what is open. Safe from
 * any thread.
 */
final class Conversation<S extends ToolStream> implements Underway.Entry, AutoCloseable {
  private @Nullable Thread opening;
  private @Nullable S open;
  private boolean over;

  /**
   * Begins it.
   *
   * @param how opens it; may block; what it throws is told as the end
   * @param opened told before the first message
   */
  void begin(Supplier<S> how, Consumer<S> opened, Feed feed, Clock clock) {
    Thread worker =
        Thread.ofVirtual()
            .name("workbench-stream")
            .unstarted(() -> converse(how, opened, feed, clock));
    synchronized (this) {
      if (!over) {
        opening = worker;
        worker.start();
        return;
      }
    }
    feed.end();
  }

  private void converse(Supplier<S> how, Consumer<S> opened, Feed feed, Clock clock) {
    try {
      S stream = how.get();
      if (keep(stream)) {
        opened.accept(stream);
        new MessagePump(stream, feed, clock).run();
      } else {
        stream.close();
      }
    } catch (RuntimeException failure) {
      feed.end("error", Outcomes.of(failure, 0, 0));
    } finally {
      close();
      feed.end();
    }
  }

  private synchronized boolean keep(S stream) {
    opening = null;
    if (!over) {
      open = stream;
    }
    return !over;
  }

  /** What can be used now; empty before it is open and after its end. */
  synchronized Optional<S> stream() {
    return Optional.ofNullable(open);
  }

  @Override
  public void cancel() {
    S toClose;
    synchronized (this) {
      over = true;
      if (opening != null) {
        opening.interrupt();
        opening = null;
      }
      toClose = open;
      open = null;
    }
    if (toClose != null) {
      toClose.close();
    }
  }

  @Override
  public void close() {
    cancel();
  }
}
