package io.polyplug.bowire;

import io.polyplug.host.config.ConfigTable;
import java.time.Duration;

/**
 * How long the host waits for what (5.9); a call, a stream and a channel have no limit of their
 * own.
 *
 * @param initialize for the handshake
 * @param discover for one list of services
 * @param ping for a sign of life
 * @param pingEvery how often an idle sidecar is asked for one; zero: never
 * @param channelSend for one message into a channel to be taken
 * @param channelClosed for the end of a channel whose send side we closed (5.8)
 */
record BowireTimes(
    Duration initialize,
    Duration discover,
    Duration ping,
    Duration pingEvery,
    Duration channelSend,
    Duration channelClosed) {
  static final BowireTimes DEFAULT =
      new BowireTimes(
          Duration.ofSeconds(10),
          Duration.ofSeconds(8),
          Duration.ofSeconds(2),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30));

  /** How long an exit code may take after the output ended (7.6). */
  static final Duration EXIT_AFTER_OUTPUT = Duration.ofSeconds(1);

  /** How long the farewell to a service or a channel may take (5.8, 6.4). */
  static final Duration FAREWELL = Duration.ofSeconds(2);

  static BowireTimes read(ConfigTable table) {
    return new BowireTimes(
        table.duration("initialize_timeout").orElse(DEFAULT.initialize),
        table.duration("discover_timeout").orElse(DEFAULT.discover),
        table.duration("ping_timeout").orElse(DEFAULT.ping),
        table.duration("ping_every").orElse(DEFAULT.pingEvery),
        table.duration("send_timeout").orElse(DEFAULT.channelSend),
        DEFAULT.channelClosed);
  }
}
