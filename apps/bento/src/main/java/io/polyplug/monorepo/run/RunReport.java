package io.polyplug.monorepo.run;

import java.util.List;

/**
 * What became of a run.
 *
 * @param interrupted whether its user ended it before it was done
 */
public record RunReport(List<BentoReport> bentos, long millis, boolean interrupted) {
  public RunReport {
    bentos = List.copyOf(bentos);
  }

  public RunSummary summary() {
    return RunSummary.of(this);
  }
}
