package io.polyplug.host;

import io.polyplug.base.PatientLoop;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The one stream of everything that happens in a host, for logs, metrics, recorders and screens.
 *
 * <p>Emitting never blocks and never runs a listener: each listener has a bounded queue and a
 * thread of its own. A listener that cannot keep up loses events, and its count says how many; it
 * slows nobody else. What it loses are log lines and frames, the oldest ones of the plugin that has
 * most waiting; anything else only when there are none of those. Events reach a listener in the
 * order in which they were emitted.
 */
public final class HostEvents {
  private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

  HostEvents() {}

  /** Whether anybody listens. */
  public boolean hasListeners() {
    return !subscriptions.isEmpty();
  }

  /** Whether anybody wants to see frames: spares the making of them, which is costly. */
  public boolean wantsFrames() {
    for (Subscription subscription : subscriptions) {
      if (subscription.interest == Interest.ALL) {
        return true;
      }
    }
    return false;
  }

  /** Hands the event to all listeners. */
  public void emit(HostEvent event) {
    for (Subscription subscription : subscriptions) {
      if (subscription.interest.covers(event)) {
        subscription.offer(event);
      }
    }
  }

  /** Listens from now on, until the subscription is closed. */
  public Subscription subscribe(Consumer<HostEvent> listener) {
    return add(new Subscription(listener, Interest.ALL));
  }

  /** As {@link #subscribe}, but of frames nothing: no flood of them costs it another event. */
  public Subscription subscribeWithoutFrames(Consumer<HostEvent> listener) {
    return add(new Subscription(listener, Interest.NO_FRAMES));
  }

  /**
   * As {@link #subscribe}, but of frames and calls nothing: it is woken when something changes or
   * is logged, and a call costs nothing for it.
   */
  public Subscription subscribeWithoutCalls(Consumer<HostEvent> listener) {
    return add(new Subscription(listener, Interest.NO_CALLS));
  }

  /** What a listener wants to hear of. */
  private enum Interest {
    ALL,
    NO_FRAMES,
    NO_CALLS;

    boolean covers(HostEvent event) {
      return switch (event) {
        case HostEvent.FrameSeen _ -> this == ALL;
        case HostEvent.CallStarted _, HostEvent.CallEnded _ -> this != NO_CALLS;
        case HostEvent.StateChanged _,
            HostEvent.LogLine _,
            HostEvent.PluginAdded _,
            HostEvent.PluginRemoved _,
            HostEvent.ToolsChanged _ ->
            true;
      };
    }
  }

  private Subscription add(Subscription subscription) {
    subscriptions.add(subscription);
    return subscription;
  }

  /** Waits until every listener has heard what was emitted so far, but no longer than this. */
  void drain(Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    for (Subscription subscription : subscriptions) {
      subscription.awaitDrained(end);
    }
  }

  /** One listener's place in the stream. */
  public final class Subscription implements AutoCloseable {
    private final Consumer<HostEvent> listener;
    private final Interest interest;
    private final EventQueue queue = new EventQueue();
    private final PatientLoop loop = new PatientLoop("polyplug-events", this::tellOne);
    private boolean draining;
    private boolean closed;
    private long dropped;

    private Subscription(Consumer<HostEvent> listener, Interest interest) {
      this.listener = listener;
      this.interest = interest;
    }

    /** How many events were lost because this listener was too slow. */
    public synchronized long dropped() {
      return dropped;
    }

    /** Hears nothing more; what was queued is delivered first, in the background. */
    @Override
    public void close() {
      subscriptions.remove(this);
      synchronized (this) {
        closed = true;
      }
    }

    private synchronized void offer(HostEvent event) {
      if (closed) {
        return;
      }
      dropped += queue.add(event);
      if (!draining) {
        draining = true;
        loop.start();
      }
    }

    private synchronized void awaitDrained(long endNanos) throws InterruptedException {
      for (long left = endNanos - System.nanoTime(); draining && left > 0; ) {
        wait(left / 1_000_000 + 1);
        left = endNanos - System.nanoTime();
      }
    }

    private boolean tellOne() {
      HostEvent event;
      synchronized (this) {
        event = queue.poll();
        if (event == null) {
          draining = false;
          notifyAll();
          return false;
        }
      }
      try {
        listener.accept(event);
      } catch (RuntimeException failure) {
        Thread current = Thread.currentThread();
        current.getUncaughtExceptionHandler().uncaughtException(current, failure);
      }
      return true;
    }
  }
}
