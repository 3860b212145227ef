package io.polyplug.monorepo.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.build.testing.Fifo;
import io.polyplug.monorepo.RepoStage;
import io.polyplug.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run does with real processes and files (sections 6.8 and 6.10). */
class RunRulesTest {
  @TempDir Path folder;
  private RepoStage stage;

  @BeforeEach
  void open() throws Exception {
    stage = new RepoStage(folder);
  }

  private static String task(String name, String run, String... more) {
    return "[tasks." + name + "]\nrun = '''" + run + "'''\n" + String.join("\n", more) + "\n";
  }

  private static final String INPUT = "inputs = [\"src.txt\"]";

  @Test
  void outputsComeBackWithTheirModesAndTheTimeOfNow() throws Exception {
    stage.bento("prod", "a");
    stage.dish(
        "a",
        task(
            "build",
            "mkdir -p gen/deep; echo x > gen/deep/tool; chmod 755 gen/deep/tool; echo w > ../shared.txt",
            INPUT,
            "outputs = [\"gen/\"]",
            "workspace_outputs = [\"shared.txt\"]"));
    stage.files.write("a/src.txt", "1");
    assertThat(RepoStage.rows(stage.run())).containsExactly("a:build built");
    Path tool = stage.files.at("a/gen/deep/tool");
    Files.delete(tool);
    Files.delete(stage.files.at("shared.txt"));
    stage.files.write("a/gen/stale.txt", "left alone");
    Instant before = Instant.now().minusSeconds(2);
    assertThat(RepoStage.rows(stage.run())).containsExactly("a:build hit");
    assertThat(tool).isExecutable().hasContent("x");
    assertThat(Files.getLastModifiedTime(tool)).isGreaterThan(FileTime.from(before));
    assertThat(stage.files.at("shared.txt")).hasContent("w");
    assertThat(stage.files.at("a/gen/stale.txt")).exists();
  }

  @Test
  void aTaskSeesWhatAnEarlierOneOfItsDishHasWrittenAlsoWhenThatWasRestored() throws Exception {
    stage.bento("prod", "a");
    stage.dish(
        "a",
        task("build", "cat src.txt > mid.txt", INPUT, "outputs = [\"mid.txt\"]"),
        task("test", "cat mid.txt > end.txt", "inputs = [\"mid.txt\"]", "outputs = [\"end.txt\"]"));
    stage.files.write("a/src.txt", "1");
    stage.run();
    stage.files.write("a/src.txt", "2");
    stage.run();
    stage.files.write("a/src.txt", "1");
    assertThat(RepoStage.rows(stage.run())).containsExactly("a:build hit", "a:test hit");
    assertThat(stage.files.at("a/end.txt")).hasContent("1");
  }

  @Test
  void aDishAroundAnotherSeesWhatWasRestoredInIt() throws Exception {
    stage.settings("[defaults]", "parallelism = 1");
    stage.files.write("bentos/p.toml", "name = \"p\"", "dishes = [\"out/in\", \"out\"]");
    stage.files.write(
        "out/in/dish.toml",
        "name = \"in\"",
        task("build", "cat src.txt > mid.txt", INPUT, "outputs = [\"mid.txt\"]"));
    stage.files.write(
        "out/dish.toml",
        "name = \"out\"",
        "depends_on = [\"in\"]",
        "force_independent = true",
        task(
            "test",
            "cat in/mid.txt > end.txt",
            "inputs = [\"in/mid.txt\"]",
            "outputs = [\"end.txt\"]"));
    stage.files.write("out/in/src.txt", "1");
    stage.run();
    stage.files.write("out/in/src.txt", "2");
    stage.run();
    stage.files.write("out/in/src.txt", "1");
    assertThat(RepoStage.rows(stage.run())).containsExactly("in:build hit", "out:test hit");
    assertThat(stage.files.at("out/end.txt")).hasContent("1");
  }

  @Test
  void exitCodesAndOutputsAreCapturedAndASignalIsMinusOne() throws Exception {
    stage.settings("[defaults]", "fail_fast = false").bento("prod", "a");
    stage.dish(
        "a",
        task("build", "read x; echo \"in:$x\"; echo err >&2; exit 7"),
        task("test", "kill -9 $$"),
        task("lint", "printf '\\377\\000\\n' >&2; exit 1"));
    RunReport report = stage.run();
    assertThat(RepoStage.rows(report))
        .containsExactly("a:build failed 7", "a:lint failed 1", "a:test failed -1");
    Outcome.Failed failed = (Outcome.Failed) RepoStage.row(report, "a", "build").outcome();
    assertThat(failed.stdout()).isEqualTo("in:\n");
    assertThat(failed.excerpt()).isEqualTo("in:\n[stderr]\nerr\n");
    assertThat(((Outcome.Failed) RepoStage.row(report, "a", "lint").outcome()).stderr())
        .isEqualTo("\uFFFD\0\n");
    String json = Json.object(out -> ReportJson.write(report, out)).toString();
    assertThat(json).contains("\"exit_code\":7,\"stderr_excerpt\":\"err\\n\"");
    assertThat(stage.kept(".tar")).isEmpty();
  }

  @Test
  void outputBeyondAllMeasureIsCutAndTheTaskIsKept() throws Exception {
    stage.settings("[defaults]", "fail_fast = false").bento("prod", "a");
    stage.files.write("a/src.txt", "1");
    String flood = "head -c 20000000 /dev/zero; head -c 20000000 /dev/zero >&2; echo end; ";
    stage.dish("a", task("build", flood, INPUT), task("test", flood + "echo bad >&2; exit 1"));
    RunReport report = stage.run();
    assertThat(RepoStage.rows(report)).containsExactly("a:build built", "a:test failed 1");
    Outcome.Failed failed = (Outcome.Failed) RepoStage.row(report, "a", "test").outcome();
    assertThat(failed.stdout()).hasSizeLessThan(5_000).endsWith("end\n");
    assertThat(failed.stderr()).hasSizeLessThan(300_000).endsWith("bad\n");
    assertThat(RepoStage.rows(stage.run()).getFirst()).isEqualTo("a:build hit");
  }

  @Test
  void aTaskThatPassesInTheEndIsFlakyAndKept() throws Exception {
    stage.bento("prod", "a");
    stage.dish("a", task("test", "test -e ok || { touch ok; exit 3; }", INPUT, "retry = 2"));
    stage.files.write("a/src.txt", "1");
    TaskReport row = RepoStage.row(stage.run(), "a", "test");
    assertThat(row.flaky()).isTrue();
    assertThat(row.attempts()).isEqualTo(2);
    assertThat(RepoStage.rows(stage.run())).containsExactly("a:test hit");
  }

  @Test
  void withoutTheCacheResultsAreKeptAllTheSameAndUncacheableOnesNever() throws Exception {
    stage.bento("prod", "a");
    stage.dish("a", task("build", "true", INPUT), task("test", "true", INPUT, "cache = false"));
    stage.files.write("a/src.txt", "1");
    stage.how = new RunOptions(true, RunOptions.Install.NEVER);
    assertThat(RepoStage.rows(stage.run())).containsExactly("a:build built", "a:test built");
    assertThat(RepoStage.rows(stage.run())).containsExactly("a:build built", "a:test built");
    stage.how = new RunOptions(false, RunOptions.Install.NEVER);
    assertThat(RepoStage.rows(stage.run())).containsExactly("a:build hit", "a:test built");
    assertThat(stage.kept(".tar")).hasSize(1);
    assertThat(stage.kept(".tmp")).isEmpty();
  }

  @Test
  void aBundleThatIsBrokenIsWarnedOfAndMadeAgain() throws Exception {
    stage.bento("prod", "a");
    stage.dish("a", task("build", "echo x > o", INPUT, "outputs = [\"o\"]"));
    stage.files.write("a/src.txt", "1");
    stage.run();
    Path bundle = stage.kept(".tar").getFirst();
    byte[] bytes = Files.readAllBytes(bundle);
    Files.write(bundle, java.util.Arrays.copyOf(bytes, bytes.length - 700));
    assertThat(RepoStage.rows(stage.run())).containsExactly("a:build built");
    assertThat(stage.lines).anyMatch(it -> it.startsWith("WARN") && it.contains("bad"));
    assertThat(RepoStage.rows(stage.run())).containsExactly("a:build hit");
  }

  @Test
  void aDishInTwoBentosIsHitTheSecondTimeAndReportedTwice() throws Exception {
    stage.bento("one", "a").bento("two", "a");
    stage.dish("a", task("build", "true", INPUT));
    stage.files.write("a/src.txt", "1");
    assertThat(RepoStage.rows(stage.run())).containsExactly("a:build built", "a:build hit");
  }

  @Test
  void afterAFailureLaterLevelsAreNotInTheReportUnlessEverythingIsToRun() throws Exception {
    stage.bento("prod", "a", "b", "c");
    stage.dish("a", task("build", "exit 1"), task("test", "true")).dish("b", task("build", "true"));
    stage.dish("c", "depends_on = [\"a\"]", task("build", "true"));
    stage.settings("[defaults]", "parallelism = 2");
    assertThat(RepoStage.rows(stage.run()))
        .containsExactly(
            "a:build failed 1", "a:test skipped: build failed (fail_fast)", "b:build built");
    stage.settings("[defaults]", "parallelism = 2", "fail_fast = false");
    assertThat(RepoStage.rows(stage.run()))
        .containsExactly("a:build failed 1", "a:test built", "b:build built", "c:build built");
  }

  @Test
  void aDishWhoseFolderIsGoneAtItsTurnIsARowOfItsOwn() throws Exception {
    stage.settings("[defaults]", "parallelism = 1", "fail_fast = false").bento("prod", "a", "b");
    stage.dish("a", task("build", "rm -r ../b")).dish("b", task("build", "true"));
    assertThat(RepoStage.rows(stage.run())).containsExactly("a:build built", "b:<dish> failed -1");
  }

  @Test
  void aTaskThatLeavesAProcessBehindEndsAndTakesItAlong() throws Exception {
    stage.bento("prod", "a");
    try (Fifo left = new Fifo(folder.resolve("left"))) {
      stage.dish("a", task("build", "exec 9>%s; sleep 3600 & echo up >&9".formatted(left.path())));
      assertThat(RepoStage.rows(stage.run())).containsExactly("a:build built");
      assertThat(left.awaitLine()).isEqualTo("up");
      left.awaitEnd();
    }
  }

  @Test
  void aDishWithoutTasksIsShownAndADishWithoutTheTaskIsNot() throws Exception {
    stage.bento("prod", "a", "b").dish("a").dish("b", task("test", "true"));
    assertThat(RepoStage.rows(stage.run()))
        .containsExactly("a:<none> skipped: no adapter and no tasks", "b:test built");
    try (var repo = stage.open()) {
      RunReport report =
          repo.run(Optional.of("test"), Optional.empty(), stage.how, RunListener.NONE);
      assertThat(report.bentos().getFirst().dishes())
          .extracting(DishReport::name)
          .isEqualTo(List.of("b"));
    }
  }
}
