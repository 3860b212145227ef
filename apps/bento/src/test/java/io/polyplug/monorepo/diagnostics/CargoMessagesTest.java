package io.polyplug.monorepo.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Section 7, column cargo-message, against what cargo 1.95 wrote. */
final class CargoMessagesTest {
  @Test
  void eachPrimarySpanOfACompilerMessageIsARecord() {
    assertThat(parse(Recordings.read("cargo-build.txt")))
        .containsExactly(
            "src/words.rs:2:20-2:34 error [E0425] cargo:"
                + " cannot find value `undefined_name` in this scope",
            "src/main.rs:5:24-5:25 error [E0308] cargo: mismatched types",
            "src/main.rs:6:25-6:31 error [E0599] cargo:"
                + " no method named `lenght` found for struct `String` in the current scope");
  }

  @Test
  void lintsOfClippyAreTheRules() {
    assertThat(parse(Recordings.read("cargo-clippy.txt")))
        .hasSize(8)
        .contains(
            "src/main.rs:4:8-4:23 error [clippy::len_zero] cargo: length comparison to zero",
            "src/main.rs:2:9-2:15 error [unused_variables] cargo: unused variable: `unused`");
  }

  @Test
  void whatTestsWriteBetweenMessagesIsSkipped() {
    assertThat(parse(Recordings.read("cargo-test.txt")))
        .containsExactly(
            "src/main.rs:2:9-2:15 warning [unused_variables] cargo: unused variable: `unused`");
  }

  @Test
  void badLinesAreSkippedAndOthersAreRead() {
    assertThat(
            parse(
                "{\"reason\":\"compiler-message\",\n{}\n{{\n[1]\nnull\n\n"
                    + message("error", span("\"file_name\":\"a.rs\""))
                    + "\r\n\0\0{"))
        .containsExactly("a.rs:1 error cargo: m");
  }

  @Test
  void theOrderOfMembersDoesNotMatter() {
    assertThat(
            parse(
                "{\"message\":{\"spans\":["
                    + span("\"file_name\":\"a.rs\"")
                    + "],\"code\":{\"explanation\":[1],\"code\":\"E1\"},\"message\":\"m\",\"level\":\"note\"},"
                    + "\"reason\":\"compiler-message\"}"))
        .containsExactly("a.rs:1 info [E1] cargo: m");
  }

  @Test
  void otherReasonsAndSpansWithoutFileOrNotPrimaryAreNoRecords() {
    assertThat(
            parse(
                message("error", span("\"line_start\":3"))
                    + "\n"
                    + message("error", "{\"file_name\":\"a.rs\",\"is_primary\":false}")
                    + "\n"
                    + message("error", "{\"file_name\":\"a.rs\",\"is_primary\":1}")
                    + "\n"
                    + message("error", span("\"file_name\":\"a.rs\""))
                        .replace("compiler-message", "compiler-artifact")))
        .isEmpty();
  }

  @Test
  void endsCountOnlyWhenBothAreKnown() {
    assertThat(
            parse(
                message(
                    "error", span("\"file_name\":\"a.rs\",\"line_end\":4,\"column_end\":null"))))
        .containsExactly("a.rs:1 error cargo: m");
  }

  @ParameterizedTest
  @CsvSource({
    "error,error",
    "failure-note,error",
    "error: internal compiler error,error",
    "warning,warning",
    "note,info",
    "help,hint",
    "shout,warning"
  })
  void levelsBecomeSeverities(String level, String severity) {
    assertThat(parse(message(level, span("\"file_name\":\"a.rs\""))))
        .containsExactly("a.rs:1 " + severity + " cargo: m");
  }

  private static List<String> parse(String stdout) {
    return Recordings.parse("cargo-message", stdout);
  }

  private static String message(String level, String span) {
    return "{\"reason\":\"compiler-message\",\"message\":{\"level\":\""
        + level
        + "\",\"message\":\"m\",\"code\":null,\"spans\":["
        + span
        + "]}}";
  }

  private static String span(String members) {
    return "{\"is_primary\":true," + members + "}";
  }
}
