package io.polyplug.testkit;

import io.polyplug.host.HostEvent;
import io.polyplug.host.HostEvents;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * All that a host told, from its very beginning, in order. Grows without a bound, as the
 * conversation of a test is short. Safe from any thread.
 */
final class Heard {
  /** Whose lines are no plugin's, and say that all before them has been heard. */
  private static final String MARK = "testkit";

  private final AtomicLong marks = new AtomicLong();
  private final List<HostEvent> events = new ArrayList<>();

  synchronized void hear(HostEvent event) {
    events.add(event);
    notifyAll();
  }

  /** Returns when all has been heard that was told before this. */
  void catchUp(HostEvents from) {
    String text = Long.toString(marks.incrementAndGet());
    from.emit(new HostEvent.LogLine(MARK, HostEvent.Level.TRACE, text));
    await(
        HostEvent.LogLine.class,
        it -> it.plugin().equals(MARK) && it.text().equals(text),
        "that the listener keeps up");
  }

  /**
   * Waits for the first event, old or new, that is like this.
   *
   * @param what for the sentence if it does not come
   */
  <E extends HostEvent> E await(Class<E> type, Predicate<E> like, String what) {
    long end = System.nanoTime() + Patience.REAL.toNanos();
    int looked = 0;
    synchronized (this) {
      while (true) {
        for (; looked < events.size(); looked++) {
          HostEvent event = events.get(looked);
          if (type.isInstance(event) && like.test(type.cast(event))) {
            return type.cast(event);
          }
        }
        long left = end - System.nanoTime();
        if (left <= 0) {
          throw new IllegalStateException(
              "Expected "
                  + what
                  + " and waited for "
                  + Patience.REAL.toSeconds()
                  + " s of real time; what was heard: "
                  + lines());
        }
        try {
          wait(left / 1_000_000 + 1);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IllegalStateException("Interrupted while waiting for " + what, e);
        }
      }
    }
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (HostEvent event : events) {
      if (event instanceof HostEvent.FrameSeen seen) {
        lines.add(frame(seen).toString());
      } else if (!event.plugin().equals(MARK)) {
        lines.add(event.toString());
      }
    }
    return lines;
  }

  <E extends HostEvent> List<E> all(Class<E> type) {
    List<E> found = new ArrayList<>();
    synchronized (this) {
      for (HostEvent event : events) {
        if (type.isInstance(event) && !event.plugin().equals(MARK)) {
          found.add(type.cast(event));
        }
      }
    }
    return found;
  }

  static Frame frame(HostEvent.FrameSeen seen) {
    return new Frame(
        seen.plugin(),
        seen.direction(),
        new String(seen.frame(), StandardCharsets.UTF_8),
        Duration.ofNanos(seen.nanos()));
  }
}
