package io.polyplug.conformance.bowire;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.conformance.Programs;
import io.polyplug.conformance.Report;
import io.polyplug.conformance.Subject;
import io.polyplug.conformance.Trial;
import io.polyplug.conformance.Verdict;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every axis is passed by a sidecar that is right, and failed by one that is not. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class BowireSuiteTest {
  @TempDir Path folder;

  private Subject sinner(String sin) throws Exception {
    return Programs.sinner("bowire", "echo", "sidecar.py", sin, folder);
  }

  private Report judged(String sin) throws Exception {
    return Trial.run(new BowireSuite(), sinner(sin));
  }

  @Test
  void aRightSidecarPassesAllAxes() throws Exception {
    Report report = judged("");
    assertThat(Trial.axes(report, Verdict.Passed.class))
        .as(Trial.shown(report))
        .hasSize(report.results().size());
  }

  @ParameterizedTest
  @CsvSource({
    "capability-words, handshake",
    "version-2, handshake crash-recovery",
    "other-id, handshake crash-recovery",
    "setting-type, handshake",
    "ping-error, ping ids unicode big-message unknown-members crash-recovery",
    "nameless-method, discover",
    "flag-words, discover",
    "services-text, discover",
    "result-text, invoke",
    "status-number, invoke",
    "unknown-internal, unknown-method",
    "two-ends, streams two-streams",
    "own-stream-id, streams two-streams",
    "mixed-streams, two-streams",
    "late-data, channels",
    "confused-ids, ids",
    "banner, framing",
    "asks-host, framing",
    "ascii, unicode",
    "short-lines, big-message",
    "strict-params, unknown-members",
    "lingers, shutdown stdin-end",
    "stays, stdin-end",
    "no-restart, crash-recovery",
  })
  void aSinFailsItsAxes(String sin, String axes) throws Exception {
    Trial.failsOnly(new BowireSuite(), sinner(sin), sin, axes);
  }

  @ParameterizedTest
  @CsvSource({"services-object, discover", "string-ids, ids", "any-service, unknown-method"})
  void whatHostsForgiveIsNoted(String sin, String noted) throws Exception {
    Report report = judged(sin);
    assertThat(Trial.axes(report, Verdict.Failed.class)).as(Trial.shown(report)).isEmpty();
    assertThat(report.results())
        .filteredOn(it -> Set.of(noted).contains(it.axis().id()))
        .allSatisfy(it -> assertThat(it.verdict().sentence()).isNotEmpty());
  }
}
