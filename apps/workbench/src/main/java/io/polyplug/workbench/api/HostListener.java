package io.polyplug.workbench.api;

import io.polyplug.host.HostEvent;
import io.polyplug.host.HostEvents;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hears the events of a host for one browser. What the host had to drop on the way, before the
 * browser's own queue, is told to its feed before the next event. Closed by whoever made it.
 */
final class HostListener implements AutoCloseable {
  private final Feed feed;
  private final Consumer<HostEvent> listener;
  private HostEvents.@Nullable Subscription subscription;
  private long told;

  private HostListener(Feed feed, Consumer<HostEvent> listener) {
    this.feed = feed;
    this.listener = listener;
  }

  /** Everything but frames. */
  static HostListener toHappenings(HostEvents events, Feed feed, Consumer<HostEvent> listener) {
    HostListener made = new HostListener(feed, listener);
    // The first event waits until it is known where it comes from.
    synchronized (made) {
      made.subscription = events.subscribeWithoutFrames(made::hear);
    }
    return made;
  }

  /** Frames and nothing else. */
  static HostListener toFrames(HostEvents events, Feed feed, Consumer<HostEvent> listener) {
    HostListener made = new HostListener(feed, listener);
    synchronized (made) {
      made.subscription = events.subscribeToFrames(made::hear);
    }
    return made;
  }

  private void hear(HostEvent event) {
    long lost;
    synchronized (this) {
      long dropped = subscription == null ? 0 : subscription.dropped();
      lost = dropped - told;
      told = dropped;
    }
    if (lost > 0) {
      feed.missed(lost);
    }
    listener.accept(event);
  }

  @Override
  public synchronized void close() {
    if (subscription != null) {
      subscription.close();
    }
  }
}
