package io.polyplug.monorepo.run;

import io.polyplug.bento.Diagnostic;
import java.util.List;

/**
 * One row of a report.
 *
 * @param key empty if it was skipped
 * @param attempts none for hits and skips
 */
public record TaskReport(
    String name,
    String run,
    String key,
    long millis,
    Outcome outcome,
    int attempts,
    List<Diagnostic> diagnostics) {
  public TaskReport {
    diagnostics = List.copyOf(diagnostics);
  }

  /** Whether it succeeded, but not at once. */
  public boolean flaky() {
    return outcome instanceof Outcome.Built && attempts > 1;
  }

  static TaskReport skipped(String name, String run, String reason) {
    return new TaskReport(name, run, "", 0, new Outcome.Skipped(reason), 0, List.of());
  }
}
