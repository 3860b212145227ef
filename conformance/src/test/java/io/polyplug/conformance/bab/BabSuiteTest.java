package io.polyplug.conformance.bab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.conformance.Programs;
import io.polyplug.conformance.Report;
import io.polyplug.conformance.Subject;
import io.polyplug.conformance.Trial;
import io.polyplug.conformance.Verdict;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginInfo;
import io.polyplug.process.ProgramLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every axis is passed by a delegate that is right, and failed by one that is not. */
@Timeout(300)
class BabSuiteTest {
  private static final String MANIFEST =
      """
      id: count
      name: Count
      version: 1.0.0
      command: wc
      roles:
        - default
        - name: own
          prompt_file: prompt.txt
      """;

  @TempDir Path folder;

  private Subject sinner(String sin, String manifest) throws Exception {
    assumeTrue(
        ProgramLookup.ofHost().has("node") || ProgramLookup.ofHost().has("bun"),
        "neither node nor bun is installed");
    Path adapter = Programs.copied("adapter.ts", folder);
    Files.writeString(adapter, Files.readString(adapter).replace("%SIN%", sin));
    Files.writeString(folder.resolve("prompt.txt"), "Count.");
    Files.writeString(folder.resolve("manifest.yaml"), manifest);
    Path file = folder.resolve("polyplug.toml");
    Files.writeString(file, "[[plugin]]\ncontract = \"bab\"\npath = \".\"\n");
    return new Subject(
        new PluginInfo("bab", "count", "Count", "1.0.0", "", folder, "count"),
        Optional.of(folder),
        Optional.empty(),
        () -> PluginHost.builder().configFile(file));
  }

  private Report judged(String sin, String manifest) throws Exception {
    return Trial.run(new BabSuite(), sinner(sin, manifest));
  }

  private Report judged(String sin) throws Exception {
    return judged(sin, MANIFEST);
  }

  @Test
  void aRightDelegatePassesAllAxesButTheRun() throws Exception {
    Report report = judged("");
    assertThat(Trial.axes(report, Verdict.Failed.class)).as(Trial.shown(report)).isEmpty();
    assertThat(Trial.axes(report, Verdict.Skipped.class))
        .as(Trial.shown(report))
        .containsExactly("run");
  }

  @ParameterizedTest
  @CsvSource({
    "counting, build-command",
    "number-args, build-command environment",
    "silent, parse-result unicode big-output",
    "dies, parse-result",
    "ascii, unicode",
    "short, big-output",
    "all-env, environment",
    "no-import, adapter roles build-command parse-result unicode big-output environment",
    "not-valid, adapter roles build-command parse-result unicode big-output environment",
  })
  void aSinFailsItsAxes(String sin, String axes) throws Exception {
    Trial.failsOnly(new BabSuite(), sinner(sin, MANIFEST), sin, axes);
  }

  @Test
  void aPromptFileThatIsMissingFailsTheRoles() throws Exception {
    Report report = judged("", MANIFEST.replace("prompt.txt", "none.txt"));
    assertThat(Trial.axes(report, Verdict.Failed.class))
        .as(Trial.shown(report))
        .containsExactly("build-command", "roles");
  }

  @Test
  void aManifestThatIsWrongFailsWhatNeedsIt() throws Exception {
    Report report = judged("", MANIFEST.replace("version: 1.0.0", "version: 1.0"));
    assertThat(Trial.axes(report, Verdict.Failed.class))
        .as(Trial.shown(report))
        .contains("manifest", "adapter", "roles", "run");
  }

  @Test
  void anAdapterThatRunsItsProgramItselfHasNothingToRehearse() throws Exception {
    Report report = judged("legacy");
    assertThat(Trial.axes(report, Verdict.Skipped.class))
        .as(Trial.shown(report))
        .containsExactly(
            "big-output", "build-command", "environment", "parse-result", "run", "unicode");
  }
}
