package io.polyplug.host;

import io.polyplug.base.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The one thing that is due later: setting another forgets it. Used in its queue only. */
final class SerialTimer {
  private final Clock clock;
  private final SerialQueue serial;
  private Clock.@Nullable Timer timer;

  SerialTimer(Clock clock, SerialQueue serial) {
    this.clock = clock;
    this.serial = serial;
  }

  void set(Duration delay, Runnable task) {
    cancel();
    timer = clock.schedule(delay, () -> serial.execute(task));
  }

  void cancel() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }
}
