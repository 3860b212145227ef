package io.polyplug.monorepo.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.bento.Diagnostic;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every parser, whatever a tool writes. */
final class ParsersTest {
  private static final String RECORDINGS =
      """
      cargo-message,cargo-build.txt
      golangci-lint,golangci-v1.json
      eslint,eslint.json
      ruff,ruff.json
      """;

  @ParameterizedTest
  @ValueSource(strings = {"plugin", "", "Ruff", "pylint"})
  void otherIdsHaveNoParser(String id) {
    assertThat(Parsers.byId(id)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(textBlock = RECORDINGS)
  void whatIsNoReportGivesNothing(String id, String unused) {
    String deep = "[".repeat(100_000);
    for (String stdout :
        List.of(
            "", " ", "no report", "{", "[", "[{", "{}", "[]", "null", "\0", deep, "{\"a\":1}")) {
      assertThat(parse(id, stdout)).as(stdout).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"golangci-lint,golangci-v1.json", "eslint,eslint.json", "ruff,ruff.json"})
  void aReportThatIsCutShortGivesNothing(String id, String recording) {
    String whole = Recordings.read(recording).strip();
    for (int length = 0; length < whole.length(); length += 7) {
      assertThat(parse(id, whole.substring(0, length))).as("first %d", length).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(textBlock = RECORDINGS)
  void noDamageToAReportIsAnError(String id, String recording) {
    String whole = Recordings.read(recording);
    Random random = new Random(7);
    for (int i = 0; i < 2000; i++) {
      StringBuilder damaged = new StringBuilder(whole);
      for (int j = 0; j < 3; j++) {
        damaged.setCharAt(random.nextInt(whole.length()), (char) random.nextInt(0x100));
      }
      assertThat(parse(id, damaged.toString())).allMatch(d -> d.line() >= 1);
    }
  }

  @Test
  void linesAndColumnsThatAreNoPlacesAreUnknown() {
    for (String number : List.of("0", "-1", "1.5", "1e3", "99999999999", "\"3\"", "{}", "[3]")) {
      String report =
          "[{\"filePath\":\"a\",\"messages\":[{\"line\":N,\"column\":N,\"endLine\":N,\"endColumn\":N}]}]"
              .replace("N", number);
      assertThat(Recordings.parse("eslint", report)).containsExactly("a:1 warning eslint: ");
    }
  }

  @Test
  void noMoreThanSomeThousandRecordsAreKept() {
    String ruff = "{\"filename\":\"a\",\"location\":{}},";
    String eslint = "{\"filePath\":\"a\",\"messages\":[" + "{},".repeat(4000) + "{}]},";
    String cargo =
        "{\"reason\":\"compiler-message\",\"message\":{\"spans\":["
            + "{\"is_primary\":true,\"file_name\":\"a\"},".repeat(4000)
            + "{}]}}\n";
    assertThat(parse("ruff", "[" + ruff.repeat(20_000) + "{}]")).hasSize(Findings.MOST);
    assertThat(parse("eslint", "[" + eslint.repeat(5) + "{}]")).hasSize(Findings.MOST);
    assertThat(parse("cargo-message", cargo.repeat(5))).hasSize(Findings.MOST);
  }

  @Test
  void aMessageWithoutEndIsCut() {
    String report =
        "[{\"filename\":\"a\",\"location\":{},\"message\":\"" + "😀".repeat(1_000_000) + "\"}]";
    assertThat(parse("ruff", report).getFirst().message()).hasSizeLessThan(20_000).endsWith("😀…");
  }

  private static List<Diagnostic> parse(String id, String stdout) {
    return Parsers.byId(id).orElseThrow().parse(stdout);
  }
}
