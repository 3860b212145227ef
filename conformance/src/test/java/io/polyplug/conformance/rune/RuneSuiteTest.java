package io.polyplug.conformance.rune;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.conformance.Programs;
import io.polyplug.conformance.Report;
import io.polyplug.conformance.Subject;
import io.polyplug.conformance.Trial;
import io.polyplug.conformance.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each axis fails for the plugin that breaks its promise, and for no other. */
@Execution(ExecutionMode.CONCURRENT)
class RuneSuiteTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("polyplug.root"), "examples", "rune");

  @TempDir Path folder;

  private Subject sinner(String sin) throws IOException {
    Path program = Programs.copied("rune-plugin.py", folder);
    return command(folder, Programs.python(), "-IS", program.toString(), sin);
  }

  private static Subject command(Path folder, String... words) {
    return Trial.subjects().ofCommand("rune", List.of(words), folder);
  }

  @Test
  void aPluginWithoutSinPassesEveryAxis() throws IOException {
    Report report = Trial.run(sinner("none"));

    assertThat(Trial.axes(report, Verdict.Passed.class)).as(Trial.shown(report)).hasSize(13);
    assertThat(report.subject()).isEqualTo("test.sinner");
  }

  @ParameterizedTest
  @CsvSource({
    "other-type, '*'",
    "other-protocol, 'handshake manifest-identity'",
    "banner, '*'",
    "no-version, manifest-identity",
    "tool-twice, manifest-identity",
    "padded-capability, manifest-identity",
    "other-id, 'execute unknown-tool errors stdout-purity shutdown unknown-members unicode big-message slow-host'",
    "other-status, 'execute errors stdout-purity shutdown unknown-members unicode big-message slow-host'",
    "bom, 'execute errors framing stdout-purity shutdown unknown-members unicode big-message slow-host'",
    "unknown-tool-garbage, unknown-tool",
    "error-without-message, errors",
    "trailing, stdout-purity",
    "ignores-end, early-close",
    "exit-3, shutdown",
    "lingers, shutdown",
    "strict-members, unknown-members",
    "splitlines, unicode",
    "short-buffer, big-message",
    "one-read, 'big-message slow-host'",
  })
  void aSinFailsItsAxis(String sin, String axes) throws IOException {
    Trial.failsOnly(new RuneSuite(), sinner(sin), sin, axes);
  }

  @ParameterizedTest
  @CsvSource({"python3 wordcount.py", "node slug.mjs", "./clock.sh"})
  void theExamplesPass(String command) {
    Trial.passes(command(EXAMPLES, command.split(" ")));
  }

  @Test
  void aBundleIsTestedByItsManifest() {
    Subject bundle = Trial.folder(EXAMPLES.resolveSibling("packages").resolve("greeting"));

    assertThat(bundle.info().contract()).isEqualTo("rune");
    Trial.passes(bundle);
  }
}
