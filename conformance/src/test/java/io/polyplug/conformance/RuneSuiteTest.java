package io.polyplug.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
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

  private Report run(String sin) {
    Path program = Trial.program(folder, "rune-plugin.py");
    try (Trial trial = new Trial()) {
      return trial.command("rune", folder, "python3", "-IS", program.toString(), sin);
    }
  }

  @Test
  void aPluginWithoutSinPassesEveryAxis() {
    Report report = run("none");

    assertThat(Trial.axes(report, "PASS")).as(Trial.shown(report)).hasSize(13);
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
  void aSinFailsItsAxis(String sin, String axes) {
    Report report = run(sin);

    Set<String> expected = new TreeSet<>();
    if (axes.equals("*")) {
      report.results().forEach(it -> expected.add(it.axis().id()));
    } else {
      expected.addAll(Set.of(axes.split(" ")));
    }
    assertThat(Trial.axes(report, "FAIL")).as(Trial.shown(report)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"python3 wordcount.py", "node slug.mjs", "./clock.sh"})
  void theExamplesPass(String command) {
    try (Trial trial = new Trial()) {
      Report report = trial.command("rune", EXAMPLES, command.split(" "));

      assertThat(report.ok()).as(Trial.shown(report)).isTrue();
    }
  }

  @Test
  void aBundleIsTestedByItsManifest() {
    try (Trial trial = new Trial()) {
      Report report = trial.folder(EXAMPLES.resolveSibling("packages").resolve("greeting"));

      assertThat(report.contract()).isEqualTo("rune");
      assertThat(report.ok()).as(Trial.shown(report)).isTrue();
    }
  }
}
