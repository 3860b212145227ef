package io.polyplug.conformance;

import java.util.List;

/**
 * A plugin after its suite. All texts of the plugin are as it gave them: whoever shows them escapes
 * them.
 *
 * @param subject the id of what was tested
 * @param version its version; empty if nobody knows
 */
public record Report(String contract, String subject, String version, List<AxisResult> results) {
  public Report {
    results = List.copyOf(results);
  }

  /** How many axes ended so. */
  public long count(String word) {
    return results.stream().filter(it -> it.verdict().word().equals(word)).count();
  }

  /** Whether no axis failed. */
  public boolean ok() {
    return results.stream().noneMatch(it -> it.verdict() instanceof Verdict.Failed);
  }
}
