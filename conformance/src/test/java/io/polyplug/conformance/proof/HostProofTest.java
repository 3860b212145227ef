package io.polyplug.conformance.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.polyplug.base.Clock;
import java.util.List;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** This host bears every fault of the matrix, under every contract. Floods disturb other tests. */
@Isolated
class HostProofTest {
  static List<String> contracts() {
    return Matrix.contracts();
  }

  @ParameterizedTest
  @MethodSource("contracts")
  void everyFaultComesToWhatItHasTo(String contract) throws Exception {
    List<Fault> faults = Matrix.ALL.stream().filter(it -> it.contract().equals(contract)).toList();

    List<CellResult> results = new HostProof(Clock.system()).run(faults, result -> {});

    results.stream()
        .flatMap(it -> it.skipped().stream())
        .findFirst()
        .ifPresent(why -> abort(contract + ": " + why));
    assertThat(results).hasSameSizeAs(faults).allSatisfy(it -> assertThat(it.problems()).isEmpty());
  }
}
