package io.polyplug.rune;

import io.polyplug.host.config.ConfigTable;
import java.time.Duration;

/**
 * The four limits of an invocation (section 2).
 *
 * @param total from just before the start to the observed exit
 * @param launch how long the start itself may take
 * @param handshake from the written handshake request to the line that answers it
 * @param teardown from the response line to the exit
 */
public record RuneTimes(Duration total, Duration launch, Duration handshake, Duration teardown) {
  public static final RuneTimes DEFAULT =
      new RuneTimes(
          Duration.ofSeconds(5),
          Duration.ofSeconds(2),
          Duration.ofSeconds(2),
          Duration.ofMillis(500));

  /** Zero or less means the default. */
  public RuneTimes {
    total = total.isPositive() ? total : Duration.ofSeconds(5);
    launch = launch.isPositive() ? launch : Duration.ofSeconds(2);
    handshake = handshake.isPositive() ? handshake : Duration.ofSeconds(2);
    teardown = teardown.isPositive() ? teardown : Duration.ofMillis(500);
  }

  static RuneTimes read(ConfigTable table) {
    return new RuneTimes(
        table.duration("timeout").orElse(DEFAULT.total()),
        table.duration("launch_timeout").orElse(DEFAULT.launch()),
        table.duration("handshake_timeout").orElse(DEFAULT.handshake()),
        table.duration("teardown_timeout").orElse(DEFAULT.teardown()));
  }

  RuneTimes within(Duration caller) {
    return caller.compareTo(total) < 0
        ? new RuneTimes(
            caller.isPositive() ? caller : Duration.ofNanos(1), launch, handshake, teardown)
        : this;
  }
}
