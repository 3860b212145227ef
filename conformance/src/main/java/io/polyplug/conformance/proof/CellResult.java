package io.polyplug.conformance.proof;

import java.time.Duration;
import java.util.List;

/**
 * A cell after its test.
 *
 * @param outcome what was seen, in the words of {@link Fault#outcome}
 * @param recovery how it came back, in the words of {@link Recovery}
 * @param sentence what the host said of the fault; empty if nothing
 * @param detected from the call to its outcome
 * @param recovered from there to the next good answer
 * @param problems what is not as it has to be; empty if all is well
 */
public record CellResult(
    Fault fault,
    String outcome,
    String recovery,
    String sentence,
    Duration detected,
    Duration recovered,
    List<String> problems) {
  public CellResult {
    problems = List.copyOf(problems);
  }

  /** Outcome and recovery as the matrix has them. */
  public String expected() {
    return fault.expected();
  }

  /** Outcome and recovery as they were. */
  public String seen() {
    return outcome + ", " + recovery;
  }

  public boolean ok() {
    return problems.isEmpty();
  }
}
