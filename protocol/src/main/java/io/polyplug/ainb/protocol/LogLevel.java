package io.polyplug.ainb.protocol;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** How much a log record of a plugin matters, least first (5.3). */
public enum LogLevel {
  TRACE("trace"),
  DEBUG("debug"),
  INFO("info"),
  WARN("warn"),
  ERROR("error");

  private final String word;

  LogLevel(String word) {
    this.word = word;
  }

  /** As it is written, on the wire and in files. */
  public String word() {
    return word;
  }

  /** The level of a word; empty if it is none, in whatever case. */
  public static Optional<LogLevel> of(String word) {
    return Arrays.stream(values()).filter(level -> level.word.equals(word)).findFirst();
  }

  /** All words, the least severe first. */
  public static List<String> words() {
    return Arrays.stream(values()).map(LogLevel::word).toList();
  }
}
