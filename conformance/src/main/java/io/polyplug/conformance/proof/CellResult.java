package io.polyplug.conformance.proof;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A cell after its test.
 *
 * @param outcome what was seen, in the words of {@link Fault#outcome}
 * @param recovery how it came back, in the words of {@link Recovery}
 * @param sentence what the host said of the fault; empty if nothing
 * @param detected from the call to its outcome
 * @param recovered from there to the next good answer
 * @param skipped why it was not tested; empty if it was
 * @param problems what is not as it has to be; empty if all is well
 */
public record CellResult(
    Fault fault,
    String outcome,
    String recovery,
    String sentence,
    Duration detected,
    Duration recovered,
    Optional<String> skipped,
    List<String> problems) {
  public CellResult {
    problems = List.copyOf(problems);
  }

  /** One that this machine cannot test. */
  static CellResult skipped(Fault fault, String why) {
    return new CellResult(
        fault, "skipped", "none", "", Duration.ZERO, Duration.ZERO, Optional.of(why), List.of());
  }

  /** One that was tested. */
  static CellResult tested(
      Fault fault,
      String outcome,
      String recovery,
      String sentence,
      Duration detected,
      Duration recovered,
      List<String> problems) {
    return new CellResult(
        fault, outcome, recovery, sentence, detected, recovered, Optional.empty(), problems);
  }

  /** Outcome and recovery as the matrix has them. */
  public String expected() {
    return fault.expected();
  }

  /** Outcome and recovery as they were. */
  public String seen() {
    return outcome + ", " + recovery;
  }

  /** Whether it was tested and all is well. */
  public boolean ok() {
    return problems.isEmpty() && skipped.isEmpty();
  }

  /** Whether it was tested and something is not. */
  public boolean failed() {
    return !problems.isEmpty();
  }
}
