package io.polyplug.host;

import io.polyplug.base.Clock;
import java.time.Duration;

/** How long nothing was going on. Safe from any thread. */
final class Idleness {
  private final Clock clock;
  private final Duration allowed;
  private volatile long lastActivity;

  /**
   * @param allowed how long it may be idle; zero is for ever
   */
  Idleness(Clock clock, Duration allowed) {
    this.clock = clock;
    this.allowed = allowed;
    activity();
  }

  void activity() {
    lastActivity = clock.nanoTime();
  }

  boolean matters() {
    return !allowed.isZero();
  }

  /** What is left until it has been idle for too long; not positive if it has. */
  Duration left() {
    return allowed.minus(Duration.ofNanos(clock.nanoTime() - lastActivity));
  }
}
