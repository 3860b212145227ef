package io.polyplug.mcp;

import io.polyplug.host.HostEvent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How much a server's log message matters, from least to most. */
public enum LogLevel {
  DEBUG(HostEvent.Level.DEBUG),
  INFO(HostEvent.Level.INFO),
  NOTICE(HostEvent.Level.INFO),
  WARNING(HostEvent.Level.WARN),
  ERROR(HostEvent.Level.ERROR),
  CRITICAL(HostEvent.Level.ERROR),
  ALERT(HostEvent.Level.ERROR),
  EMERGENCY(HostEvent.Level.ERROR);

  private final HostEvent.Level here;

  LogLevel(HostEvent.Level here) {
    this.here = here;
  }

  /** As it is written. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The one that is written so. */
  public static Optional<LogLevel> of(String word) {
    return Arrays.stream(values()).filter(it -> it.word().equals(word)).findFirst();
  }

  static List<String> words() {
    return Arrays.stream(values()).map(LogLevel::word).toList();
  }

  HostEvent.Level here() {
    return here;
  }
}
