package io.polyplug.conformance.ainb;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.conformance.Programs;
import io.polyplug.conformance.Report;
import io.polyplug.conformance.Subject;
import io.polyplug.conformance.Trial;
import io.polyplug.conformance.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each axis fails for the plugin that breaks its promise, and for no other. */
@Execution(ExecutionMode.CONCURRENT)
class AinbSuiteTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("polyplug.root"), "examples", "ainb");

  private static final String PLUGIN =
      """
      [plugin]
      name = "sinner"
      version = "1.2.3"
      abi_version = 2
      """;

  private static final String EVERYTHING =
      """
      [capabilities]
      event_bus = true
      read_paths = ["/nowhere"]
      [provides]
      screens = ["sinner"]
      cli_namespaces = ["sinner"]
      snapshots = ["sinner.data"]
      [subscribes]
      snapshots = ["sinner.more"]
      """;

  private static final String EAGER = "[lifecycle]\nspawn = \"eager\"\n";

  @TempDir Path root;

  private Path plugin(String manifest, String sin) throws IOException {
    Path program = Programs.copied("ainb-plugin.py", root);
    Path folder = Files.createDirectories(root.resolve("sinner"));
    Files.writeString(folder.resolve("manifest.toml"), manifest);
    Path start = folder.resolve("sinner");
    Files.writeString(
        start, "#!/bin/sh\nexec '%s' -IS '%s' %s\n".formatted(Programs.python(), program, sin));
    Files.setPosixFilePermissions(start, PosixFilePermissions.fromString("rwxr-xr-x"));
    return folder;
  }

  private Report run(String manifest, String sin) throws IOException {
    return Trial.run(Trial.folder(plugin(manifest, sin)));
  }

  @Test
  void aPluginWithoutSinPassesEveryAxis() throws IOException {
    Report report = run(PLUGIN + EVERYTHING, "none");

    assertThat(Trial.axes(report, Verdict.Passed.class)).as(Trial.shown(report)).hasSize(14);
  }

  @Test
  void aPluginThatOffersNothingIsAskedForLittle() throws IOException {
    Report report = run(PLUGIN, "bare");

    assertThat(Trial.axes(report, Verdict.Failed.class)).as(Trial.shown(report)).isEmpty();
    assertThat(Trial.axes(report, Verdict.Passed.class))
        .containsExactlyInAnyOrder(
            "manifest-round-trip",
            "framing",
            "method-dispatch",
            "graceful-shutdown",
            "crash-recovery",
            "quarantine");
  }

  @ParameterizedTest
  @CsvSource({
    "wrong-name, 'manifest-round-trip action-timeout crash-recovery quarantine'",
    "other-abi, 'manifest-round-trip action-timeout crash-recovery quarantine'",
    "no-version, manifest-round-trip",
    "other-manifest, manifest-round-trip",
    "cell-outside, framing",
    "other-size, framing",
    "not-json, framing",
    "lf-header, '*'",
    "unknown-internal, method-dispatch",
    "bad-params-internal, method-dispatch",
    "answers-notification, method-dispatch",
    "denied-bus-crash, capability-gating",
    "denied-crash, 'capability-gating fs-path-guard'",
    "restless-screen, render-determinism",
    "no-publish, snapshot-pub-sub",
    "event-crash, snapshot-pub-sub",
    "action-crash, action-timeout",
    "bad-log, log-filtering",
    "shutdown-silent, graceful-shutdown",
    "shutdown-refused, graceful-shutdown",
    "exit-3, graceful-shutdown",
    "stays, graceful-shutdown",
    "stale-lock, 'crash-recovery quarantine'",
    "third-kill, quarantine",
    "cli-error, cli-capture",
    "cli-text-code, cli-capture",
    "chunk-gap, chunked-publish",
    "chunk-no-zero, chunked-publish",
    "chunk-no-final, chunked-publish",
  })
  void aSinFailsItsAxis(String sin, String axes) throws IOException {
    Subject sinner = Trial.folder(plugin(PLUGIN + EVERYTHING + EAGER, sin));

    Trial.failsOnly(new AinbSuite(), sinner, sin, axes);
  }

  @Test
  void whoMayPublishOnlyWhenUsedIsNotBlamedForSilence() throws IOException {
    Report report = run(PLUGIN + EVERYTHING, "no-publish");

    assertThat(Trial.axes(report, Verdict.Failed.class)).as(Trial.shown(report)).isEmpty();
    assertThat(report.results().get(5).verdict().sentence()).contains("published on none");
    assertThat(report.results().get(13).verdict()).isInstanceOf(Verdict.Skipped.class);
  }

  @Test
  void aManifestThatNoHostTakesFailsEveryAxisWithThatReason() throws IOException {
    Report report = run(PLUGIN.replace("abi_version = 2", "abi_version = 3"), "none");

    assertThat(report.results()).hasSize(14);
    assertThat(report.results())
        .allSatisfy(it -> assertThat(it.verdict().sentence()).contains("no host takes it", "3"));
  }

  @Test
  void aProgramThatIsMissingFailsEveryAxisWithThatReason() throws IOException {
    Path folder = plugin(PLUGIN, "none");
    Files.delete(folder.resolve("sinner"));
    Report report = Trial.run(Trial.folder(folder));

    assertThat(Trial.axes(report, Verdict.Passed.class)).as(Trial.shown(report)).isEmpty();
    assertThat(report.results().getFirst().verdict().sentence()).contains("cannot be started");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pulse", "graph", "notes"})
  void theExamplesPass(String name) {
    Trial.passes(Trial.folder(EXAMPLES.resolve(name)));
  }
}
