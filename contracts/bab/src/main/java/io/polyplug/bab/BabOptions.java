package io.polyplug.bab;

import io.polyplug.host.config.ConfigTable;
import java.time.Duration;
import java.util.Optional;

/**
 * What the user says about a plugin in a {@code [[plugin]]} table.
 *
 * @param filter which variables of the host its program may not see
 * @param grace how long a run has after TERM before KILL
 * @param timeout for a run, instead of what the environment says; an adapter may still choose
 */
record BabOptions(EnvFilter filter, Duration grace, Optional<Duration> timeout) {
  /** Section 11: 250 ms. */
  static final BabOptions DEFAULT =
      new BabOptions(EnvFilter.SUFFIXES, Duration.ofMillis(250), Optional.empty());

  static BabOptions read(ConfigTable table) {
    return new BabOptions(
        table.text("env_filter").map(word -> filter(table, word)).orElse(DEFAULT.filter),
        table.duration("grace").orElse(DEFAULT.grace),
        table
            .duration("timeout")
            .map(
                timeout -> {
                  if (timeout.isZero()) {
                    throw table.mistake("timeout", "expected a duration of more than zero");
                  }
                  return timeout;
                }));
  }

  private static EnvFilter filter(ConfigTable table, String word) {
    return switch (word) {
      case "named" -> EnvFilter.NAMED;
      case "suffixes" -> EnvFilter.SUFFIXES;
      default ->
          throw table.mistake(
              "env_filter", "expected named or suffixes, found " + table.found("env_filter"));
    };
  }
}
