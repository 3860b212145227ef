package io.polyplug.monorepo.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.bento.Diagnostic;
import io.polyplug.bento.Severity;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Reports for people and for workflows, to the letter (section 6.8). */
class ReportTextTest {
  private static final String KEY = "0123456789abcdef".repeat(4);

  private static TaskReport row(String name, Outcome outcome, int attempts, Diagnostic... found) {
    return new TaskReport(name, "run", KEY, 5, outcome, attempts, List.of(found));
  }

  private static RunReport report(Optional<InstallReport> install, TaskReport... rows) {
    DishReport dish =
        new DishReport("demo", "apps/de:mo", Optional.of("noop"), install, List.of(rows));
    return new RunReport(List.of(new BentoReport("prod", List.of(dish))), 40, false);
  }

  private static List<String> text(RunReport report) {
    return ReportText.of(report, ReportText.Style.PLAIN);
  }

  @Test
  void everyOutcomeHasItsRow() {
    assertThat(
            text(
                report(
                    Optional.of(new InstallReport("no node_modules", 12, Optional.empty())),
                    row("build", new Outcome.CacheHit(), 0),
                    row("check", new Outcome.Built(), 3),
                    row("lint", Outcome.Failed.of(1, "out\n", "err\n"), 1),
                    TaskReport.skipped("test", "run", "lint failed (fail_fast)"))))
        .containsExactly(
            "bento: prod (1 dish)",
            "",
            "  demo  (noop)",
            "    install  [installed ]                   12ms  — no node_modules",
            "    build    [cache hit ]  0123456789ab      5ms",
            "    check    [built     ]  0123456789ab      5ms (flaky, passed on attempt 3)",
            "    lint     [failed( 1)]  0123456789ab      5ms",
            "      stderr:",
            "        err",
            "      output:",
            "        out",
            "    test     [skipped   ] — lint failed (fail_fast)",
            "",
            "summary: 1 dish · 3 tasks · 1 built · 1 cached · 1 failed · 40ms · 1 flaky"
                + " · 1 installed");
  }

  @Test
  void aFailedInstallIsToldWithItsErrorAndCounted() {
    RunReport failed =
        report(
            Optional.of(new InstallReport("--force-install", 7, Optional.of("no net\nat all"))),
            TaskReport.skipped("build", "run", "install failed"));
    assertThat(text(failed))
        .contains(
            "    install  [install!  ]                    7ms  — --force-install",
            "      error:",
            "        no net",
            "        at all")
        .endsWith(
            "summary: 1 dish · 0 tasks · 0 built · 0 cached · 0 failed · 40ms"
                + " · 1 installed (1 failed)");
    assertThat(failed.summary().succeeded()).isFalse();
  }

  @Test
  void diagnosticsAreShownAndCounted() {
    Diagnostic found =
        new Diagnostic(
            "a.c",
            3,
            OptionalInt.of(7),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Severity.ERROR,
            "bad\u001b[0m\n",
            Optional.of("R1"),
            "cc");
    assertThat(text(report(Optional.empty(), row("lint", Outcome.Failed.of(-1, "", ""), 1, found))))
        .contains(
            "    lint     [failed(-1)]  0123456789ab      5ms",
            "      a.c:3:7: error: bad\\u001b[0m [R1]",
            "      → 1 diagnostic captured; pass --json to extract.");
  }

  @Test
  void namesAreEscapedAndLinedUpAsTheyAreShown() {
    List<String> lines =
        text(
            report(
                Optional.empty(),
                row("b\u001b[31md", new Outcome.Built(), 1),
                row("test", new Outcome.Built(), 1)));
    assertThat(lines)
        .contains(
            "    b\\u001b[31md  [built     ]  0123456789ab      5ms",
            "    test          [built     ]  0123456789ab      5ms");
  }

  @Test
  void theMiddleOfAVeryLongStderrIsLeftOutAndSaysSo() {
    String stderr = "first\n" + "x".repeat(400_000) + "\nlast\n";
    Outcome.Failed failed = Outcome.Failed.of(1, "o".repeat(100_000), stderr);
    assertThat(failed.stderr()).startsWith("first\n").endsWith("\nlast\n").hasSizeLessThan(263_000);
    assertThat(failed.stderr()).contains("characters left out]");
    assertThat(failed.stdout()).startsWith("… [95904 bytes truncated]\n");
    assertThat(failed.excerpt()).endsWith("\nlast\n");
  }

  @Test
  void aWorkflowGetsALineForEachFailureWithNothingThatMovesACursor() {
    assertThat(
            GithubAnnotations.of(
                report(
                    Optional.empty(),
                    row("build", new Outcome.Built(), 1),
                    row("lint", Outcome.Failed.of(2, "", "100%\r\n\tbad\u001b[2J\n"), 1))))
        .containsExactly(
            "::error file=apps/de%3Amo,title=demo/lint failed::"
                + "exit 2: 100%25%0D%0A\tbad\\u001b[2J%0A");
  }
}
