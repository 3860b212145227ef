package io.polyplug.ainb;

import io.polyplug.ainb.protocol.LogLevel;
import io.polyplug.host.SupervisionPolicy.Backoff;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.host.config.ConfigValue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the user says about a plugin, besides what its manifest says (8.3).
 *
 * @param config the plugin's settings, resolved at each start and passed with init; empty: null
 * @param logLevel records of the plugin below this one are dropped
 * @param idleReap in place of the manifest's; zero is never
 * @param times how long the host waits for what
 * @param failures what follows a failure
 */
public record AinbOptions(
    Optional<ConfigValue> config,
    LogLevel logLevel,
    Optional<Duration> idleReap,
    Times times,
    Backoff failures) {
  /** What holds if nobody says anything. */
  public static final AinbOptions DEFAULT =
      new AinbOptions(
          Optional.empty(), LogLevel.INFO, Optional.empty(), Times.DEFAULT, Backoff.DEFAULT);

  /**
   * How long the host waits.
   *
   * @param init for the reply to init
   * @param render for a frame, from the moment the request is written
   * @param frameWrite for one frame to be taken by the plugin
   * @param shutdownReply for the reply to shutdown, before stdin is closed anyway
   * @param shutdownGrace for the exit, from the request on
   * @param killAfterTerm from the terminate signal to the hard kill
   */
  public record Times(
      Duration init,
      Duration render,
      Duration frameWrite,
      Duration shutdownReply,
      Duration shutdownGrace,
      Duration killAfterTerm) {
    /** The contract's. */
    public static final Times DEFAULT =
        new Times(
            Duration.ofSeconds(10),
            Duration.ofSeconds(2),
            Duration.ofSeconds(10),
            Duration.ofSeconds(3),
            Duration.ofSeconds(5),
            Duration.ofSeconds(2));

    static Times read(ConfigTable table) {
      return new Times(
          positive(table, "init_timeout").orElse(DEFAULT.init),
          positive(table, "render_timeout").orElse(DEFAULT.render),
          positive(table, "frame_write_timeout").orElse(DEFAULT.frameWrite),
          DEFAULT.shutdownReply,
          table.duration("shutdown_grace").orElse(DEFAULT.shutdownGrace),
          DEFAULT.killAfterTerm);
    }
  }

  private static Backoff failures(ConfigTable table) {
    List<Duration> waits = table.durations("backoff").orElse(Backoff.DEFAULT.waits());
    if (waits.isEmpty()) {
      throw table.mistake("backoff", "expected at least one duration");
    }
    return new Backoff(
        waits,
        positive(table, "failure_window").orElse(Backoff.DEFAULT.window()),
        table
            .whole("quarantine_at", 1, Integer.MAX_VALUE)
            .map(Math::toIntExact)
            .orElse(Backoff.DEFAULT.quarantineAt()));
  }

  static AinbOptions read(ConfigTable table) {
    return new AinbOptions(
        table.valueWithSecrets("config"),
        table.text("log_level").map(word -> level(table, word)).orElse(DEFAULT.logLevel),
        table.duration("idle_reap"),
        Times.read(table),
        failures(table));
  }

  private static LogLevel level(ConfigTable table, String word) {
    return LogLevel.of(word)
        .orElseThrow(
            () ->
                table.mistake(
                    "log_level",
                    "expected one of "
                        + String.join(", ", LogLevel.words())
                        + ", found "
                        + table.found("log_level")));
  }

  private static Optional<Duration> positive(ConfigTable table, String key) {
    return table
        .duration(key)
        .map(
            duration -> {
              if (duration.isZero()) {
                throw table.mistake(key, "expected a duration of more than zero");
              }
              return duration;
            });
  }
}
