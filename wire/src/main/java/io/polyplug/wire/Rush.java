package io.polyplug.wire;

import io.polyplug.base.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sends together what many threads send at once, or one thread that waits for none of it yet: a
 * write of its own for every small frame costs more than most of what else is done for it. While
 * they call in a rush, a small frame stays in the outbox until many lie there, or until its caller
 * is about to wait: the first caller that waits lets the others run once, and then sends what they
 * all have left.
 *
 * <p>What is held goes out with the next beat of the clock, even if its caller does something else
 * or gets no processor: a millisecond later when a rush has just begun, and up to eight when it
 * lasts, since every beat takes a processor from those who work. Without a rush nothing is held and
 * the clock does not beat. Safe from any thread.
 */
final class Rush {
  /** With so many calls under way the other end has something to do meanwhile. */
  static final int MANY = 8;

  /** So many calls of that kind, and it is a rush. */
  static final int NOTICED_AFTER = 256;

  /** So few in the time of the first beat, and it is over. */
  private static final int FEW = 32;

  /** So many go out at the latest: few enough that the other end works meanwhile. */
  static final int TOGETHER = 16;

  /** Who gives its call less time does not wait for company. */
  static final Duration UNHURRIED = Duration.ofMillis(100);

  /** Larger frames gain nothing from company. */
  private static final int SMALL = 1 << 10;

  static final Duration BEAT = Duration.ofMillis(1);

  /** So many times as long as the first is a beat at most. */
  static final int SLOWEST = 8;

  private final Runnable sendAll;
  private final Clock clock;
  private final AtomicInteger held = new AtomicInteger();
  private final AtomicBoolean collecting = new AtomicBoolean();

  /** Whether the clock beats, and so whether anything may be held. */
  private final AtomicBoolean on = new AtomicBoolean();

  /** Counted without care: a few more or less make no difference. */
  private int made;

  private int madeAtBeat;

  /** How many times as long as the first the current beat is. */
  private int slowness;

  Rush(Runnable sendAll, Clock clock) {
    this.sendAll = sendAll;
    this.clock = clock;
  }

  /**
   * Whether a frame of this size that was just queued may wait; if not, all are to be sent.
   *
   * @param timeout of its call; null: none
   */
  boolean holds(int size, @Nullable Duration timeout, int underWay) {
    if (underWay < MANY || size > SMALL || (timeout != null && timeout.compareTo(UNHURRIED) < 0)) {
      return false;
    }
    int count = ++made;
    if (!on.get()) {
      if (count % NOTICED_AFTER == 0) {
        begin();
      }
      return false;
    }
    // Looked at again: what is counted after the last beat must not be held.
    if (held.incrementAndGet() < TOGETHER && on.get()) {
      return true;
    }
    held.set(0);
    return false;
  }

  /** The current thread is about to wait for the reply to what it has sent. */
  @SuppressWarnings("ThreadPriorityCheck") // Nothing relies on it: without it fewer go together.
  void beforeWaiting() {
    if (!Thread.currentThread().isVirtual()) {
      release();
    } else if (held.get() > 0 && collecting.compareAndSet(false, true)) {
      Thread.yield();
      // Whoever comes from here on collects for itself; whoever came before has queued its frame.
      collecting.set(false);
      release();
    }
  }

  /** Sends what is held. */
  void release() {
    if (held.get() > 0) {
      held.set(0);
      sendAll.run();
    }
  }

  private void begin() {
    if (on.compareAndSet(false, true)) {
      madeAtBeat = made;
      slowness = 1;
      clock.pause(BEAT, this::beat);
    }
  }

  private void beat() {
    int count = made;
    boolean over = count - madeAtBeat < FEW * slowness;
    madeAtBeat = count;
    if (over) {
      // Before it is released: whoever counts one from here on sees this and holds nothing.
      on.set(false);
    } else {
      slowness = Math.min(2 * slowness, SLOWEST);
      clock.pause(BEAT.multipliedBy(slowness), this::beat);
    }
    release();
  }
}
