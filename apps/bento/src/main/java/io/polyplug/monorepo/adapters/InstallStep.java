package io.polyplug.monorepo.adapters;

import java.util.List;
import java.util.Map;

/**
 * One command of an install.
 *
 * @param variables in addition to those that all tools see
 */
record InstallStep(List<String> command, Map<String, String> variables) {
  /** Words without quotes, separated by single blanks. */
  static InstallStep of(String command) {
    return new InstallStep(List.of(command.split(" ")), Map.of());
  }
}
