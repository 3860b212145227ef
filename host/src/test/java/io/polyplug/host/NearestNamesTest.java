package io.polyplug.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNamesTest {
  private static final List<String> NAMES = List.of("acme.wordcount", "acme.clock", "slug");

  @Test
  void aSlipIsRecognised() {
    assertThat(NearestNames.of("acme.clok", NAMES)).startsWith("acme.clock");
    assertThat(NearestNames.of("SLUG", NAMES)).containsExactly("slug");
  }

  @Test
  void twoLettersInTheWrongOrderAreOneSlip() {
    assertThat(NearestNames.of("slgu", NAMES)).containsExactly("slug");
  }

  @Test
  void aShortNameIsNotNearToEverything() {
    assertThat(NearestNames.of("wc", List.of("ls", "cat", "wd", "wcx", "awk")))
        .containsExactly("wcx", "wd");
  }

  @Test
  void aPartIsRecognised() {
    assertThat(NearestNames.of("wordcount", NAMES)).containsExactly("acme.wordcount");
  }

  @Test
  void whatIsFarFromEverythingGetsNoHint() {
    assertThat(NearestNames.hint("quite another thing", NAMES)).isEmpty();
    assertThat(NearestNames.hint("x".repeat(10_000), NAMES)).isEmpty();
  }
}
