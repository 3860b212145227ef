package io.polyplug.monorepo.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Section 7, columns golangci-lint, eslint and ruff, against what the real tools wrote. */
final class WholeReportsTest {
  @Test
  void eachIssueOfGolangciLintOneIsARecord() {
    assertThat(golangci(Recordings.read("golangci-v1.json")))
        .containsExactly(
            "main.go:16:6 warning [unused] golangci-lint: func `unused` is unused",
            "inner/inner.go:7:2 warning [gosimple] golangci-lint:"
                + " S1006: should use for {} instead of for true {}",
            "main.go:10:2 warning [govet] golangci-lint:"
                + " printf: fmt.Printf format %d has arg \"hi\" of wrong type string",
            "main.go:13:2 warning [ineffassign] golangci-lint: ineffectual assignment to x");
  }

  @Test
  void theSummaryThatGolangciLintTwoWritesAfterItsReportIsNotLookedAt() {
    assertThat(golangci(Recordings.read("golangci-v2.txt")))
        .hasSize(6)
        .startsWith(
            "inner/inner.go:6:11 warning [errcheck] golangci-lint:"
                + " Error return value of `os.Remove` is not checked");
  }

  @Test
  void columnZeroOfGolangciLintIsNoColumn() {
    assertThat(golangci(Recordings.read("golangci-v1-typecheck.json")))
        .containsExactly(
            "main.go:1 warning [typecheck] golangci-lint:"
                + " : # example.com/tiny\n./main.go:11:2: declared and not used: x");
  }

  @ParameterizedTest
  @CsvSource({
    "'\"error\"',error",
    "'\"info\"',info",
    "'\"hint\"',hint",
    "'\"\"',warning",
    "'\"high\"',warning",
    "null,warning",
    "7,warning"
  })
  void severitiesOfGolangciLintAreTakenAsTheyAreOrAreWarnings(String severity, String expected) {
    assertThat(
            golangci("{\"Issues\":[{\"Severity\":" + severity + ",\"Pos\":{\"Filename\":\"a\"}}]}"))
        .containsExactly("a:1 " + expected + " golangci-lint: ");
  }

  @Test
  void issuesOfGolangciLintMayBeNullOrWithoutFile() {
    assertThat(golangci("{\"Issues\":null,\"Report\":{}}")).isEmpty();
    assertThat(golangci("{\"Issues\":[{\"Text\":\"t\"},{\"Pos\":{\"Line\":1}},7,[]]}")).isEmpty();
  }

  @Test
  void eachMessageOfEslintIsARecord() {
    assertThat(eslint(Recordings.read("eslint.json")))
        .containsExactly(
            "/ws/apps/page/src/a.js:1:7-1:8 error [no-unused-vars] eslint:"
                + " 'a' is assigned a value but never used.",
            "/ws/apps/page/src/a.js:2:5-2:6 error [no-undef] eslint: 'b' is not defined.",
            "/ws/apps/page/src/a.js:2:7-2:9 warning [eqeqeq] eslint:"
                + " Expected '===' and instead saw '=='.",
            "/ws/apps/page/src/a.js:3:3-3:4 error [no-undef] eslint: 'c' is not defined.",
            "/ws/apps/page/src/broken.js:1:9 error eslint: Parsing error: Unexpected token ;");
  }

  @Test
  void whatYarnWritesAroundTheReportIsNotLookedAt() {
    assertThat(eslint(Recordings.read("eslint-by-yarn.txt")))
        .containsExactly(
            "/ws/apps/page/src/broken.js:1:9 error eslint: Parsing error: Unexpected token ;");
  }

  @Test
  void theFileOfEslintMayFollowItsMessages() {
    assertThat(
            eslint(
                "[{\"messages\":[{\"message\":\"m\",\"ruleId\":\"\",\"severity\":1}],\"filePath\":\"a\"},"
                    + "{\"messages\":[{\"message\":\"m\"}]}]"))
        .containsExactly("a:1 warning eslint: m");
  }

  @Test
  void eachIssueOfRuffIsAWarning() {
    assertThat(Recordings.parse("ruff", Recordings.read("ruff.json")))
        .containsExactly(
            "/ws/apps/tool/a.py:1:8-1:10 warning [F401] ruff: `os` imported but unused",
            "/ws/apps/tool/a.py:7:12-7:21 warning [F821] ruff: Undefined name `undefined`",
            "/ws/apps/tool/broken.py:1:12-1:13 warning [invalid-syntax] ruff:"
                + " Expected a parameter or the end of the parameter list",
            "/ws/apps/tool/n.ipynb:1:8-1:10 warning [F401] ruff: `os` imported but unused");
  }

  @Test
  void issuesOfRuffWithoutLocationAreNoRecordsAndTheirCodeMayBeNull() {
    assertThat(
            Recordings.parse(
                "ruff",
                "[{\"filename\":\"a\",\"message\":\"m\",\"location\":null},"
                    + "{\"location\":{\"row\":1}},"
                    + "{\"filename\":\"b\",\"location\":{},\"code\":null,\"message\":\"m\"}]"))
        .containsExactly("b:1 warning ruff: m");
  }

  private static java.util.List<String> golangci(String stdout) {
    return Recordings.parse("golangci-lint", stdout);
  }

  private static java.util.List<String> eslint(String stdout) {
    return Recordings.parse("eslint", stdout);
  }
}
