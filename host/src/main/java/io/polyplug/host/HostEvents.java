package io.polyplug.host;

import io.polyplug.base.PatientLoop;
import io.polyplug.wire.FrameBytes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

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
  private final FlightRing flight = new FlightRing();
  private final LongSupplier nanos;

  /** Whose frames carry times of this clock. */
  HostEvents(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** The last frames of all plugins, whether or not anybody listened. */
  public FlightRing flight() {
    return flight;
  }

  /** A frame went over the wire: it is kept for a while, and told to those who want frames. */
  public void frame(String plugin, HostEvent.Direction direction, FrameBytes body) {
    long now = nanos.getAsLong();
    flight.add(plugin, direction, now, body);
    if (wantsFrames()) {
      emit(new HostEvent.FrameSeen(plugin, direction, body.toByteArray(), now));
    }
  }

  /** As {@link #frame(String, HostEvent.Direction, FrameBytes)}; the array is only read. */
  public void frame(String plugin, HostEvent.Direction direction, byte[] body) {
    long now = nanos.getAsLong();
    flight.add(plugin, direction, now, body, 0, body.length);
    if (wantsFrames()) {
      emit(new HostEvent.FrameSeen(plugin, direction, body.clone(), now));
    }
  }

  /** Whether anybody listens. */
  public boolean hasListeners() {
    return !subscriptions.isEmpty();
  }

  /** Whether anybody wants to see frames: spares the making of copies. */
  boolean wantsFrames() {
    for (Subscription subscription : subscriptions) {
      if (subscription.interest.frames) {
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

  /** Hears of frames and of nothing else. */
  public Subscription subscribeToFrames(Consumer<HostEvent.FrameSeen> listener) {
    return add(
        new Subscription(
            event -> {
              if (event instanceof HostEvent.FrameSeen frame) {
                listener.accept(frame);
              }
            },
            Interest.FRAMES));
  }

  /** What a listener wants to hear of. */
  private enum Interest {
    ALL(true, true, true),
    NO_FRAMES(false, true, true),
    NO_CALLS(false, false, true),
    FRAMES(true, false, false);

    final boolean frames;
    final boolean calls;
    final boolean rest;

    Interest(boolean frames, boolean calls, boolean rest) {
      this.frames = frames;
      this.calls = calls;
      this.rest = rest;
    }

    boolean covers(HostEvent event) {
      return switch (event) {
        case HostEvent.FrameSeen _ -> frames;
        case HostEvent.CallStarted _, HostEvent.CallEnded _, HostEvent.StreamEnded _ -> calls;
        case HostEvent.StateChanged _,
            HostEvent.LogLine _,
            HostEvent.PluginAdded _,
            HostEvent.PluginRemoved _,
            HostEvent.ToolsChanged _ ->
            rest;
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
