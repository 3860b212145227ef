package io.polyplug.mcp.server;

import java.util.List;

/** The levels of log messages, from the least to the most severe. */
final class LogLevels {
  private static final List<String> ALL =
      List.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

  private LogLevels() {}

  static boolean isOne(String level) {
    return ALL.contains(level);
  }

  /** Whether a message of this level is wanted by who asked for at least that one. */
  static boolean isWanted(String level, String atLeast) {
    return ALL.indexOf(level) >= ALL.indexOf(atLeast);
  }
}
