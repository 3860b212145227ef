package io.polyplug.mcp;

import io.polyplug.host.config.ConfigTable;
import java.time.Duration;
import java.util.Optional;

/**
 * How long the host waits for what.
 *
 * @param probe for a server to say whether it is modern, before it is taken for a legacy one
 * @param start for the handshake; a package that has to be fetched first is part of it
 * @param request for any request but the call of a tool
 * @param call for a tool whose caller names no time; zero is for ever
 * @param shutdown for the exit after the end of its input
 * @param killAfterTerm from the terminate signal to the hard kill
 */
record McpTimes(
    Duration probe,
    Duration start,
    Duration request,
    Duration call,
    Duration shutdown,
    Duration killAfterTerm) {
  static final McpTimes DEFAULT =
      new McpTimes(
          Duration.ofSeconds(5),
          Duration.ofSeconds(60),
          Duration.ofSeconds(60),
          Duration.ofMinutes(10),
          Duration.ofSeconds(3),
          Duration.ofSeconds(2));

  static McpTimes read(ConfigTable table) {
    return new McpTimes(
        positive(table, "probe_timeout").orElse(DEFAULT.probe),
        positive(table, "start_timeout").orElse(DEFAULT.start),
        positive(table, "request_timeout").orElse(DEFAULT.request),
        table.duration("call_timeout").orElse(DEFAULT.call),
        table.duration("shutdown_timeout").orElse(DEFAULT.shutdown),
        DEFAULT.killAfterTerm);
  }

  private static Optional<Duration> positive(ConfigTable table, String key) {
    Optional<Duration> given = table.duration(key);
    if (given.isPresent() && given.get().isZero()) {
      throw table.mistake(key, "expected a duration of more than zero");
    }
    return given;
  }
}
