package io.polyplug.conformance.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.conformance.Report;
import io.polyplug.conformance.Sinner;
import io.polyplug.conformance.Verdict;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every axis is passed by a server that is right, and failed by one that is not. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class McpSuiteTest {
  @TempDir Path folder;

  private Report judged(String sin) throws Exception {
    String script = Sinner.script("server.py", folder).toString();
    return Sinner.judge(
        new McpSuite(), Sinner.command("mcp", "say", folder, Sinner.python(), script, sin));
  }

  @Test
  void aRightServerPassesAllAxes() throws Exception {
    Report report = judged("");
    assertThat(Sinner.axes(report, Verdict.Passed.class))
        .as(Sinner.shown(report))
        .hasSize(report.results().size());
  }

  @ParameterizedTest
  @CsvSource({
    "nameless, handshake",
    "any-revision, negotiation",
    "fickle, negotiation",
    "modern-hidden, modern",
    "untyped, modern",
    "any-future, modern",
    "answers-initialized, initialized cancellation invalid-json",
    "pong, ping",
    "same-names, tools-list",
    "schema-array, tools-list",
    "bare-text, tools-call",
    "any-tool, unknown-tool",
    "shrinking, progress",
    "other-token, progress",
    "unasked-progress, progress",
    "answers-cancel, cancellation",
    "empty-resource, resources",
    "any-prompt, prompts",
    "unknown-params, unknown-method",
    "brittle, invalid-json",
    "number-ids, string-ids",
    "banner, framing initialized cancellation",
    "ascii, unicode",
    "short-lines, big-message",
    "strict-params, unknown-members",
    "stubborn, shutdown",
  })
  void aSinFailsItsAxes(String sin, String axes) throws Exception {
    Report report = judged(sin);
    assertThat(Sinner.axes(report, Verdict.Failed.class))
        .as(Sinner.shown(report))
        .isEqualTo(Sinner.named(axes));
  }

  @Test
  void aListWithoutEndFailsAllThatNeedsIt() throws Exception {
    Report report = judged("endless");
    assertThat(Sinner.axes(report, Verdict.Failed.class))
        .as(Sinner.shown(report))
        .contains("tools-list", "tools-call")
        .doesNotContain("handshake", "resources", "shutdown");
  }

  @ParameterizedTest
  @CsvSource({
    "modern-only, handshake initialized negotiation ping",
    "legacy-only, modern",
    "no-progress, progress",
  })
  void whatDoesNotConcernAServerIsSkipped(String sin, String axes) throws Exception {
    Report report = judged(sin);
    assertThat(Sinner.axes(report, Verdict.Failed.class)).as(Sinner.shown(report)).isEmpty();
    assertThat(Sinner.axes(report, Verdict.Skipped.class)).isEqualTo(Sinner.named(axes));
  }

  @ParameterizedTest
  @CsvSource({"waits-for-term, shutdown", "unmoved, invalid-json"})
  void whatHostsForgiveIsNoted(String sin, String noted) throws Exception {
    Report report = judged(sin);
    assertThat(Sinner.axes(report, Verdict.Failed.class)).as(Sinner.shown(report)).isEmpty();
    assertThat(report.results())
        .filteredOn(it -> it.axis().id().equals(noted))
        .allSatisfy(it -> assertThat(it.verdict().sentence()).isNotEmpty());
  }
}
