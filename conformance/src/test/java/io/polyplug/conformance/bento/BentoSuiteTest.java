package io.polyplug.conformance.bento;

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
import org.junit.jupiter.params.provider.ValueSource;

/** Every axis is passed by an adapter that is right, and failed by one that is not. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class BentoSuiteTest {
  @TempDir Path folder;

  private Subject sinner(String sin) throws Exception {
    return Programs.sinner("bento", "tidy", "adapter.py", sin, folder);
  }

  private Report judged(String sin) throws Exception {
    return Trial.run(new BentoSuite(), sinner(sin));
  }

  @Test
  void aRightAdapterPassesAllAxes() throws Exception {
    Report report = judged("");
    assertThat(Trial.axes(report, Verdict.Passed.class))
        .as(Trial.shown(report))
        .hasSize(report.results().size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"no-tasks", "flag-words"})
  void withoutAManifestNothingCanBeTested(String sin) throws Exception {
    Report report = judged(sin);
    assertThat(Trial.axes(report, Verdict.Failed.class))
        .as(Trial.shown(report))
        .contains("handshake", "identity", "detect", "shutdown");
  }

  @ParameterizedTest
  @CsvSource({
    "no-name, handshake",
    "other-id, identity",
    "any-version, version-refusal",
    "detect-text, detect unicode unknown-members",
    "detect-all, detect",
    "half-pin, required-toolchain",
    "number-print, fingerprint",
    "no-install, install",
    "line-texts, diagnostics unicode",
    "unknown-invalid, unknown-method",
    "answers-all, unknown-notification",
    "chatty, framing",
    "asks-host, framing",
    "confused-ids, ids",
    "loud-log, logs",
    "ascii-paths, unicode",
    "ascii-texts, unicode",
    "one-read, big-message",
    "strict-params, unknown-members",
    "lingers, shutdown",
    "shutdown-true, shutdown",
    "stays, stdin-end",
    "exit-3, stdin-end",
  })
  void aSinFailsItsAxes(String sin, String axes) throws Exception {
    Trial.failsOnly(new BentoSuite(), sinner(sin), sin, axes);
  }

  @Test
  void headersThatHostsForgiveAreNoted() throws Exception {
    Report report = judged("bare-feeds");
    assertThat(Trial.axes(report, Verdict.Failed.class)).as(Trial.shown(report)).isEmpty();
    assertThat(report.results())
        .filteredOn(it -> it.axis().id().equals("framing"))
        .allSatisfy(it -> assertThat(it.verdict().sentence()).startsWith("hosts forgive"));
  }

  @Test
  void whatWasNotSeenIsSkipped() throws Exception {
    Report report = judged("silent");
    assertThat(Trial.axes(report, Verdict.Skipped.class))
        .as(Trial.shown(report))
        .containsExactly("logs");
  }
}
