package io.polyplug.bab;

import io.polyplug.host.HostEvent;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Which log lines the environment of the host's process wants (section 17). */
final class LogLevels {
  static final String VARIABLE = "BAB_LOG_LEVEL";

  private LogLevels() {}

  /** The least one that is written; {@code info} if none is named, or none that there is. */
  static HostEvent.Level least(Map<String, String> environment) {
    return named(environment).orElse(HostEvent.Level.INFO);
  }

  static boolean isWrong(Map<String, String> environment) {
    return named(environment).isEmpty() && !word(environment).isEmpty();
  }

  private static Optional<HostEvent.Level> named(Map<String, String> environment) {
    return switch (word(environment)) {
      case "debug" -> Optional.of(HostEvent.Level.DEBUG);
      case "info" -> Optional.of(HostEvent.Level.INFO);
      case "warn" -> Optional.of(HostEvent.Level.WARN);
      case "error" -> Optional.of(HostEvent.Level.ERROR);
      default -> Optional.empty();
    };
  }

  private static String word(Map<String, String> environment) {
    return environment.getOrDefault(VARIABLE, "").strip().toLowerCase(Locale.ROOT);
  }
}
