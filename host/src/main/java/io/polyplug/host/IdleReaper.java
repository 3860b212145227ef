package io.polyplug.host;

import io.polyplug.base.Clock;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Has an instance ended that nobody has used for long enough. Everything but {@link #activity},
 * which is safe from any thread, is used in the serial queue.
 */
final class IdleReaper {
  /** How often an idle instance that may not be ended yet is looked at again. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private final Clock clock;
  private final Duration allowed;
  private final SerialTimer timer;
  private final BooleanSupplier running;
  private final BooleanSupplier unused;
  private final Runnable end;
  private volatile long lastActivity;

  /**
   * Watches nothing yet.
   *
   * @param allowed how long it may be idle; zero is for ever
   * @param timer the instance's own: whoever cancels it ends the watch, too
   * @param running whether there is an instance: a look that is late must not touch the timer
   * @param unused whether it may be ended now
   */
  IdleReaper(
      Clock clock,
      Duration allowed,
      SerialTimer timer,
      BooleanSupplier running,
      BooleanSupplier unused,
      Runnable end) {
    this.clock = clock;
    this.allowed = allowed;
    this.timer = timer;
    this.running = running;
    this.unused = unused;
    this.end = end;
    activity();
  }

  void activity() {
    lastActivity = clock.nanoTime();
  }

  /** Begins to watch. */
  void watch() {
    if (!allowed.isZero()) {
      timer.set(left(), this::look);
    }
  }

  private Duration left() {
    return allowed.minus(Duration.ofNanos(clock.nanoTime() - lastActivity));
  }

  private void look() {
    if (!running.getAsBoolean()) {
      return;
    }
    Duration left = left();
    if (left.isPositive()) {
      timer.set(left, this::look);
    } else if (unused.getAsBoolean()) {
      end.run();
    } else {
      timer.set(LOOK_AGAIN, this::look);
    }
  }
}
