package io.polyplug.monorepo.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a task wrote is shown as it is, unless it would move the cursor. */
class OutputLineTest {
  @Test
  void plainTextOfAnyLanguageStays() {
    assertThat(OutputLine.shown("größe 大きさ: 3")).isEqualTo("größe 大きさ: 3");
  }

  @Test
  void tabsAndColoursStayAndColoursEnd() {
    assertThat(OutputLine.shown("a\tb")).isEqualTo("a\tb");
    assertThat(OutputLine.shown("\u001b[1;31merror\u001b[0m: x"))
        .isEqualTo("\u001b[1;31merror\u001b[0m: x\u001b[0m");
  }

  @Test
  void whatMovesTheCursorOrHidesTextIsEscaped() {
    assertThat(OutputLine.shown("\u001b[2Jgone")).doesNotContain("\u001b").contains("gone");
    assertThat(OutputLine.shown("\u001b]0;title\u0007\tx")).doesNotContain("\u001b");
    assertThat(OutputLine.shown("end\u001b")).doesNotContain("\u001b");
    assertThat(OutputLine.shown("half\u001b[31")).doesNotContain("\u001b");
  }
}
