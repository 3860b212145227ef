package io.polyplug.bab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.polyplug.host.ManifestProblem;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whoever writes a {@code manifest.yaml} is told all that is wrong, and where. */
class BabManifestFileTest {
  private static List<ManifestProblem> problems(String yaml) {
    return new BabManifestFile(Path.of("any")).manifestProblems(yaml);
  }

  @Test
  void aGoodManifestHasNoProblems() {
    assertThat(problems("id: a\nname: a\nversion: 1.0.0\ncommand: a\nroles: [default]\n"))
        .isEmpty();
  }

  @Test
  void everyProblemHasItsKeyAndItsPlace() {
    assertThat(
            problems(
                "\uFEFFid: A\nname: a\nversion: one\ncommand: a\nroles:\n  - default\n  - 7\n"))
        .extracting(ManifestProblem::key, ManifestProblem::line, ManifestProblem::column)
        .containsExactly(tuple("id", 1, 1), tuple("version", 3, 1), tuple("roles[1]", 7, 5));
  }

  @Test
  void whatIsNoYamlSaysFromWhereOn() {
    assertThat(problems("id: a\nname: [a\nversion: 1"))
        .singleElement()
        .satisfies(it -> assertThat(it.line()).isEqualTo(3))
        .satisfies(it -> assertThat(it.message()).doesNotContain("line 3"));
  }

  @Test
  void whatIsMissingHasNoPlaceButAKey() {
    assertThat(problems("id: a\nname: a\nversion: 1.0.0\nroles: [default]\n"))
        .singleElement()
        .satisfies(it -> assertThat(it.key()).isEqualTo("command"))
        .satisfies(it -> assertThat(it.line()).isZero());
  }
}
