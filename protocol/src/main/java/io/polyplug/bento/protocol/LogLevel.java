package io.polyplug.bento.protocol;

import java.util.Locale;
import java.util.Optional;

/** How much a log message matters, least first (2.6). */
public enum LogLevel {
  TRACE,
  DEBUG,
  INFO,
  WARN,
  ERROR;

  /** As it is written on the wire. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The level of a word; empty if it is none. */
  static Optional<LogLevel> of(String word) {
    for (LogLevel level : values()) {
      if (level.word().equals(word)) {
        return Optional.of(level);
      }
    }
    return Optional.empty();
  }
}
