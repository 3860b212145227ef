package io.polyplug.monorepo.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The parts of outputs that reports have room for. */
class ExcerptsTest {
  @Test
  void theBeginningOfStderrIsKeptByCharacters() {
    String exact = "😀".repeat(2_000);
    assertThat(Excerpts.stderr(exact)).isEqualTo(exact);
    assertThat(Excerpts.stderr(exact + "x")).isEqualTo(exact + "\n… (truncated)");
  }

  @Test
  void bothOutputsAreToldApart() {
    assertThat(Excerpts.output("out\n", "err\n")).isEqualTo("out\n[stderr]\nerr\n");
    assertThat(Excerpts.output("out", "err")).isEqualTo("out\n[stderr]\nerr");
    assertThat(Excerpts.output("", "")).isEmpty();
  }

  @Test
  void theEndIsKeptAtABoundaryOfCharactersAndSaysWhatIsMissing() {
    String text = "é".repeat(3_000) + "x";
    String kept = Excerpts.output(text, "");
    int newline = kept.indexOf('\n');
    String rest = kept.substring(newline + 1);
    int bytes = rest.getBytes(StandardCharsets.UTF_8).length;
    assertThat(bytes).isLessThanOrEqualTo(4_096).isGreaterThan(4_090);
    assertThat(rest).endsWith("éx").doesNotContain("\uFFFD");
    assertThat(kept).startsWith("… [" + (6_001 - bytes) + " bytes truncated]\n");
  }
}
