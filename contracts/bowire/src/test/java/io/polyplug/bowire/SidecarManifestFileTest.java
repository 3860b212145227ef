package io.polyplug.bowire;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.ManifestProblem;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is said to a manifest that somebody tries out. */
class SidecarManifestFileTest {
  private static final String GOOD =
      "{\"packageId\": \"p\", \"protocol\": {\"id\": \"p\", \"name\": \"P\"}, \"executable\": \"run\"";

  private static List<ManifestProblem> problems(String more) {
    return new SidecarManifestFile(Path.of("/p/sidecar.json")).manifestProblems(GOOD + more + "}");
  }

  @Test
  void whatIsUnknownHasItsPlace() {
    assertThat(problems("")).isEmpty();
    assertThat(problems(",\n \"colour\": 1"))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.severity()).isEqualTo(ManifestProblem.Severity.WARNING);
              assertThat(it.key()).isEqualTo("colour");
              assertThat(it.line()).isEqualTo(2);
            });
  }

  @Test
  void ofThousandsOfUnknownMembersTheFirstAreTold() {
    String many =
        IntStream.range(0, 18_000)
            .mapToObj(it -> "\"k" + it + "\":1")
            .collect(Collectors.joining(","));
    assertThat(problems("," + many)).hasSize(SidecarManifestFile.MOST_UNKNOWN);
  }
}
