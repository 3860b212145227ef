package io.polyplug.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What is taken from the last lines of a program that gave up. */
class LastWordsTest {
  @Test
  void pythonTellsTheInnermostPlaceLast() {
    assertThat(
            LastWords.of(
                List.of(
                    "Traceback (most recent call last):",
                    "  File \"/p/plugin.py\", line 3, in <module>",
                    "    import part",
                    "  File \"/p/part.py\", line 25",
                    "    def x(:",
                    "          ^",
                    "SyntaxError: invalid syntax")))
        .contains("/p/part.py:25: SyntaxError: invalid syntax");
  }

  @Test
  void nodeTellsItFirst() {
    assertThat(
            LastWords.of(
                List.of(
                    "file:///p/plugin.mjs:7",
                    "const = 1;",
                    "      ^",
                    "SyntaxError: Unexpected token '='",
                    "    at compileSourceTextModule (node:internal/modules/esm/utils:344:16)",
                    "",
                    "Node.js v22.1.0")))
        .contains("/p/plugin.mjs:7: SyntaxError: Unexpected token '='");
  }

  @Test
  void javaTellsItInBothWays() {
    assertThat(LastWords.of(List.of("Slow.java:3: error: ';' expected", "1 error")))
        .contains("Slow.java:3: error: ';' expected");
    assertThat(
            LastWords.of(
                List.of(
                    "Exception in thread \"main\" java.lang.IllegalStateException: no",
                    "\tat Slow.main(Slow.java:4)")))
        .contains("Slow.java:4: java.lang.IllegalStateException: no");
  }

  @Test
  void otherLinesTellNothing() {
    assertThat(LastWords.of(List.of("hello", "12:30 all is well"))).isEmpty();
    assertThat(LastWords.of(List.of())).isEmpty();
  }
}
