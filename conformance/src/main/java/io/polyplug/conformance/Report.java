package io.polyplug.conformance;

import java.util.List;

/**
 * A plugin after its suite.
 *
 * @param subject what was tested, for people
 */
public record Report(String contract, String subject, List<AxisResult> results) {
  public Report {
    results = List.copyOf(results);
  }

  /** Whether no axis failed. */
  public boolean ok() {
    return results.stream().noneMatch(it -> it.verdict() instanceof Verdict.Failed);
  }
}
