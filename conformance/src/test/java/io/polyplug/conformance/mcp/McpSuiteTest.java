package io.polyplug.conformance.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.conformance.Programs;
import io.polyplug.conformance.Report;
import io.polyplug.conformance.Subject;
import io.polyplug.conformance.Trial;
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

  private Subject sinner(String sin) throws Exception {
    return Programs.sinner("mcp", "say", "server.py", sin, folder);
  }

  private Report judged(String sin) throws Exception {
    return Trial.run(new McpSuite(), sinner(sin));
  }

  @Test
  void aRightServerPassesAllAxes() throws Exception {
    Report report = judged("");
    assertThat(Trial.axes(report, Verdict.Passed.class))
        .as(Trial.shown(report))
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
    Trial.failsOnly(new McpSuite(), sinner(sin), sin, axes);
  }

  @Test
  void aListWithoutEndFailsAllThatNeedsIt() throws Exception {
    Report report = judged("endless");
    assertThat(Trial.axes(report, Verdict.Failed.class))
        .as(Trial.shown(report))
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
    assertThat(Trial.axes(report, Verdict.Failed.class)).as(Trial.shown(report)).isEmpty();
    assertThat(Trial.axes(report, Verdict.Skipped.class)).isEqualTo(Trial.named(axes));
  }

  @ParameterizedTest
  @CsvSource({"waits-for-term, shutdown", "unmoved, invalid-json"})
  void whatHostsForgiveIsNoted(String sin, String noted) throws Exception {
    Report report = judged(sin);
    assertThat(Trial.axes(report, Verdict.Failed.class)).as(Trial.shown(report)).isEmpty();
    assertThat(report.results())
        .filteredOn(it -> it.axis().id().equals(noted))
        .allSatisfy(it -> assertThat(it.verdict().sentence()).isNotEmpty());
  }
}
