package io.polyplug.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.HostEvent.Direction;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** A report reads the same for people, for programs and for build servers. */
class ReportsTest {
  private static final String NASTY = "it wrote \u001b[31m<&\"\u0000";

  private static final Suite SUITE = Suites.of("rune").orElseThrow();

  private static AxisResult result(int number, Verdict verdict, int frames) {
    return new AxisResult(
        SUITE.entries().get(number - 1).axis(),
        verdict,
        Duration.ofMillis(1500),
        IntStream.range(0, frames)
            .mapToObj(
                i ->
                    new SeenFrame(
                        Duration.ofMillis(i), Direction.FROM_PLUGIN, "{\"n\":" + i + "}", 0))
            .toList(),
        List.of("said\u0007"),
        verdict instanceof Verdict.Failed
            ? Optional.of(Path.of("/recordings", NASTY.substring(0, 10) + ".jsonl"))
            : Optional.empty());
  }

  private static final Report REPORT =
      new Report(
          "rune",
          "acme",
          "1.0",
          List.of(
              result(1, Verdict.passed("a note"), 1),
              result(2, new Verdict.Failed(NASTY), 20),
              result(5, new Verdict.Skipped("a fact"), 1)));

  private static List<String> lines(boolean verbose) {
    ReportText text = new ReportText(SUITE, (verdict, word) -> word, verbose);
    return REPORT.results().stream().flatMap(it -> text.lines(it).stream()).toList();
  }

  @Test
  void theLastFramesOfAFailureAreShown() {
    assertThat(lines(false))
        .hasSize(1 + 1 + 1 + 12 + 1 + 1)
        .startsWith(
            " PASS   1  handshake          a note",
            " FAIL   2  manifest-identity  it wrote \\u001b[31m<&\"\\u0000",
            "          … 8 earlier; --verbose shows them",
            "          < {\"n\":8}")
        .endsWith(
            "          < {\"n\":19}",
            "          recorded in /recordings/it wrote \\u001b.jsonl",
            " SKIP   5  errors             a fact");
    assertThat(ReportText.summary(REPORT)).isEqualTo("3 axes: 1 passed, 1 failed, 1 skipped");
  }

  @Test
  void verboselyAllFramesAreShown() {
    assertThat(lines(true)).hasSize(3 + 22 + 1 + 3).contains("          ! said\\u0007");
  }

  @Test
  void theDocumentHasEveryAxis() {
    Json json = Json.write(out -> ReportJson.write(REPORT, false, out));

    assertThat(String.valueOf(JsonParts.find(json, "ok")[0])).isEqualTo("false");
    List<Json> axes = JsonParts.elements(JsonParts.members(json).get("axes"));
    assertThat(axes).hasSize(3);
    assertThat(JsonParts.members(axes.get(0))).doesNotContainKeys("frames", "recording");
    assertThat(JsonParts.members(axes.get(1))).containsKey("recording");
    assertThat(JsonParts.members(axes.get(1)).get("sentence").stringValue()).isEqualTo(NASTY);
    assertThat(JsonParts.elements(JsonParts.members(axes.get(1)).get("frames"))).hasSize(20);
  }

  @Test
  void theXmlIsWellFormedWhateverAPluginSays() throws Exception {
    Element root =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(ReportJunit.write(List.of(REPORT)))))
            .getDocumentElement();

    Element suite = (Element) root.getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("name")).isEqualTo("rune acme");
    assertThat(suite.getAttribute("failures")).isEqualTo("1");
    assertThat(suite.getAttribute("time")).isEqualTo("4.500");
    assertThat(root.getElementsByTagName("testcase").getLength()).isEqualTo(3);
    Element failure = (Element) root.getElementsByTagName("failure").item(0);
    assertThat(failure.getAttribute("message")).isEqualTo("it wrote \\u001b[31m<&\"\\u0000");
    assertThat(root.getElementsByTagName("system-out").item(1).getTextContent())
        .startsWith("recorded in /recordings/");
    assertThat(root.getElementsByTagName("skipped").getLength()).isEqualTo(1);
  }
}
