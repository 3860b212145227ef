package io.polyplug.conformance.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import io.polyplug.conformance.proof.hostile.Sin;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is not as it has to be is seen: no check of a cell passes by itself. */
class ProofCanFailTest {
  private static final Fault CRASH =
      new Fault("bowire", Sin.CRASH_IN_CALL, "crashed", Recovery.NEW_PROCESS);

  private static List<String> problems(Fault fault, Cell.Tampering tampering) throws Exception {
    return new HostProof(Clock.system(), tampering)
        .run(List.of(fault), result -> {})
        .getFirst()
        .problems();
  }

  @Test
  void anotherOutcomeIsAProblem() throws Exception {
    Fault wrong = new Fault("bowire", Sin.CRASH_IN_CALL, "overloaded", Recovery.NEW_PROCESS);

    assertThat(problems(wrong, (bad, good) -> {}))
        .containsExactly("the outcome: expected overloaded, seen crashed");
  }

  @Test
  void anotherRecoveryIsAProblem() throws Exception {
    Fault wrong = new Fault("bowire", Sin.CRASH_IN_CALL, "crashed", Recovery.SAME_PROCESS);

    assertThat(problems(wrong, (bad, good) -> {}))
        .containsExactly("the recovery: expected same process, seen new process");
  }

  @Test
  void aFaultThatWasNotCommittedIsAProblem() throws Exception {
    Fault borne = new Fault("bowire", Sin.DUPLICATE_ANSWER, "answered", Recovery.SAME_PROCESS);

    assertThat(problems(borne, (bad, good) -> Files.delete(bad.diary().wish())))
        .containsExactly("the plugin was good: it did not do what the cell is about");
  }

  @Test
  void aNeighbourThatIsNotAnsweredIsAProblem() throws Exception {
    assertThat(
            problems(
                CRASH,
                (bad, good) -> Files.writeString(good.diary().wish(), Sin.CRASH_IN_CALL.name())))
        .singleElement()
        .asString()
        .contains("the neighbour was not answered: ");
  }

  @Test
  void aProcessThatIsLeftIsAProblem() throws Exception {
    long alive = ProcessHandle.current().parent().orElseThrow().pid();

    assertThat(
            problems(
                CRASH,
                (bad, good) ->
                    Files.writeString(
                        bad.diary().processes(), alive + "\n", StandardOpenOption.CREATE)))
        .containsExactly(
            "processes of its earlier life are left: [" + alive + "]",
            "processes after the host was closed are left: [" + alive + "]");
  }
}
