package io.polyplug.conformance.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.conformance.ReportJunit;
import io.polyplug.conformance.proof.hostile.Sin;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The matrix, its documentation and its reports say the same. */
class MatrixTest {
  private static final CellResult GOOD = result(Matrix.ALL.getFirst(), List.of());
  private static final CellResult BAD = result(Matrix.ALL.get(1), List.of("it is \u001b[31mred"));

  private static CellResult result(Fault fault, List<String> problems) {
    return CellResult.tested(
        fault,
        fault.outcome(),
        fault.recovery().words(),
        "",
        Duration.ofMillis(1500),
        Duration.ofSeconds(12),
        problems);
  }

  private static List<String> documented(String heading) throws IOException {
    Path file = Path.of(System.getProperty("polyplug.root"), "docs/host-proof.md");
    return Files.readAllLines(file).stream()
        .dropWhile(it -> !it.startsWith(heading))
        .skip(2)
        .takeWhile(it -> it.startsWith("|"))
        .toList();
  }

  @Test
  void theDocumentationHasEveryCell() throws IOException {
    Stream<String> rows =
        documented("| contract |").stream()
            .map(it -> it.split(" \\| ", -1))
            .map(it -> it[0] + " | " + it[1] + " | " + it[2]);

    assertThat(rows)
        .containsExactlyElementsOf(
            Matrix.ALL.stream()
                .map(
                    it -> "| %s | `%s` | %s".formatted(it.contract(), it.sin().id(), it.expected()))
                .toList());
  }

  @Test
  void theDocumentationSaysWhatEachFaultIs() throws IOException {
    assertThat(documented("| fault |"))
        .containsExactlyElementsOf(
            Stream.of(Sin.values())
                .map(it -> "| `%s` | %s |".formatted(it.id(), it.sentence()))
                .toList());
  }

  @Test
  void everyFaultIsTestedUnderSomeContract() {
    assertThat(Matrix.ALL.stream().map(Fault::sin)).contains(Sin.values());
  }

  @Test
  void noLineIsWiderThanAPageOfATerminal() {
    ProofText text = new ProofText((ok, word) -> word);

    assertThat(Matrix.ALL.stream().flatMap(it -> text.lines(result(it, List.of())).stream()))
        .allSatisfy(it -> assertThat(it.length()).isLessThanOrEqualTo(140));
    assertThat(ProofText.heading().length()).isLessThanOrEqualTo(140);
  }

  @Test
  void aProblemIsShownBelowItsLine() {
    List<String> lines = new ProofText((ok, word) -> word).lines(BAD);

    assertThat(lines.getFirst()).startsWith(" FAIL rune ").endsWith(" 1500 ms   12.0 s");
    assertThat(lines.getLast()).isEqualTo("       it is \\u001b[31mred");
    assertThat(ProofText.summary(List.of(GOOD, BAD))).isEqualTo("2 faults: 1 as expected, 1 not");
  }

  @Test
  void whatCannotBeTestedHereIsSkippedByName() {
    CellResult skipped = CellResult.skipped(Matrix.ALL.getLast(), "there is no node");
    List<CellResult> results = List.of(GOOD, skipped);

    assertThat(new ProofText((ok, word) -> word).lines(skipped))
        .containsExactly(" SKIP bab      adapter-dies            there is no node");
    assertThat(ProofText.summary(results)).isEqualTo("2 faults: 1 as expected, 0 not, 1 skipped");
    assertThat(ReportJunit.write(ProofReports.reports(results)))
        .contains("skipped=\"1\"")
        .contains("there is no node");
    assertThat(Json.write(out -> ProofReports.write(skipped, out)).toString())
        .contains("\"skipped\":\"there is no node\"");
  }

  @Test
  void theXmlHasACaseForEveryFault() {
    String xml = ReportJunit.write(ProofReports.reports(List.of(GOOD, BAD)));

    assertThat(xml)
        .contains("<testsuite name=\"rune host\" tests=\"2\" failures=\"1\"")
        .contains("<testcase classname=\"rune host\" name=\"never-starts\"")
        .contains("<failure message=\"it is \\u001b[31mred\">");
  }

  @Test
  void theDocumentHasWhatWasExpectedAndSeen() {
    Json json = Json.write(out -> ProofReports.write(BAD, out));

    assertThat(JsonParts.members(json))
        .containsKeys("ok", "contract", "fault", "expected", "seen", "detectedMs", "recoveredMs");
    assertThat(String.valueOf(JsonParts.find(json, "ok")[0])).isEqualTo("false");
  }
}
