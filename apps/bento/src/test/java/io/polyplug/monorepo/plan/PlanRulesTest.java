package io.polyplug.monorepo.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.monorepo.RepoStage;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.run.RunOptions;
import io.polyplug.process.ProgramLookup;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a plan says of a real workspace (sections 6.1 to 6.6 and 9). */
class PlanRulesTest {
  private static final String[] CACHED = {
    "[tasks.build]",
    "run = \"cat src.txt > out.txt\"",
    "inputs = [\"src.txt\"]",
    "outputs = [\"out.txt\"]"
  };

  @TempDir Path folder;
  private RepoStage stage;

  @BeforeEach
  void open() throws Exception {
    stage = new RepoStage(folder);
  }

  private void dish(String name, String... before) {
    stage.dish(name, String.join("\n", before) + "\n" + String.join("\n", CACHED));
    stage.files.write(name + "/src.txt", name);
  }

  private void git(String... arguments) throws Exception {
    List<String> command =
        new java.util.ArrayList<>(
            List.of(
                "git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"));
    command.addAll(List.of(arguments));
    Process git =
        new ProcessBuilder(command)
            .directory(stage.files.root().toFile())
            .redirectErrorStream(true)
            .start();
    String output =
        new String(git.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    assertThat(git.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(git.exitValue()).as(output).isZero();
  }

  private void commitAll() throws Exception {
    assumeTrue(ProgramLookup.ofHost().has("git"), "git is not installed");
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "first");
  }

  @Test
  void theTextIsAsDocumented() throws Exception {
    stage.bento("prod", "b", "a", "none").dish("none");
    dish("a");
    dish("b", "depends_on = [\"a\"]");
    stage.files.write("loose/dish.toml", "name = \"loose\"");
    stage.run();
    stage.files.write("b/src.txt", "changed");
    Map<String, String> keys = stage.keys();
    assertThat(stage.planText())
        .containsExactly(
            "plan: prod bento (3 dishes)",
            "",
            "  b  (no adapter)",
            "    build  [cache miss]  " + keys.get("b:build").substring(0, 12),
            "  a  (no adapter)",
            "    build  [cache hit]   " + keys.get("a:build").substring(0, 12),
            "  none  (no adapter)",
            "    <none>  [no adapter]",
            "",
            "orphan: loose is in no bento",
            "summary: 3 dishes · 2 tasks · 1 miss · 1 hit");
  }

  @Test
  void withoutBentosThereIsNothingToPlan() throws Exception {
    stage.settings("");
    assertThat(stage.planText()).containsExactly("no bentos to plan");
  }

  @Test
  void everyMissHasItsReason() throws Exception {
    stage.bento("prod", "a", "b").dish("b", "[tasks.build]\nrun = \"true\"");
    dish("a");
    stage.files.write(
        "a/dish.toml",
        stage.files.read("a/dish.toml")
            + "[tasks.test]\nrun = \"true\"\ninputs = [\"src.txt\"]\ncache = false");
    assertThat(RepoStage.rows(stage.plan()))
        .containsExactly(
            "a:build cache_miss never_cached",
            "a:test cache_miss uncacheable",
            "b:build cache_miss uncacheable");
    stage.run();
    assertThat(RepoStage.rows(stage.plan()).getFirst()).isEqualTo("a:build cache_hit");
    stage.how = new RunOptions(true, RunOptions.Install.NEVER);
    assertThat(RepoStage.rows(stage.plan()))
        .containsExactly(
            "a:build cache_miss force_rerun",
            "a:test cache_miss uncacheable",
            "b:build cache_miss uncacheable");
  }

  @Test
  void aChangeChangesTheKeysOfAllThatDependOnIt() throws Exception {
    stage.bento("prod", "a", "b", "c", "alone", "after");
    dish("a");
    dish("b", "depends_on = [\"a\"]");
    dish("c", "depends_on = [\"b\"]");
    dish("alone", "depends_on = [\"a\"]", "force_independent = true");
    dish("after", "depends_on = [\"alone\"]");
    Map<String, String> before = stage.keys();
    stage.files.write("a/src.txt", "new");
    Map<String, String> after = stage.keys();
    assertThat(after.get("a:build")).isNotEqualTo(before.get("a:build"));
    assertThat(after.get("b:build")).isNotEqualTo(before.get("b:build"));
    assertThat(after.get("c:build")).isNotEqualTo(before.get("c:build"));
    assertThat(after.get("alone:build")).isEqualTo(before.get("alone:build"));
    assertThat(after.get("after:build")).isEqualTo(before.get("after:build"));
  }

  @Test
  void anUncacheableDependencyStillIsInTheKeysOfItsDependants() throws Exception {
    stage.bento("prod", "a", "b").dish("a", "[tasks.build]\nrun = \"true\"");
    dish("b", "depends_on = [\"a\"]");
    String before = stage.keys().get("b:build");
    stage.dish("a", "[tasks.build]\nrun = \"true 2\"");
    assertThat(stage.keys().get("b:build")).isNotEqualTo(before);
  }

  @Test
  void buildingADependencyDoesNotChangeTheKeysOfItsDependants() throws Exception {
    stage.bento("prod", "a", "b");
    stage.dish(
        "a",
        "[tasks.build]",
        "run = \"cat src.txt > out.txt\"",
        "inputs = [\"**\"]",
        "outputs = [\"out.txt\"]");
    stage.files.write("a/src.txt", "a");
    dish("b", "depends_on = [\"a\"]");
    String before = stage.keys().get("b:build");
    stage.run();
    assertThat(stage.keys().get("b:build")).isEqualTo(before);
    assertThat(RepoStage.rows(stage.plan())).allMatch(it -> it.endsWith("cache_hit"));
  }

  @Test
  void onlyWhatGoesIntoAKeyChangesIt() throws Exception {
    stage.bento("prod", "a");
    dish("a");
    String before = stage.keys().get("a:build");
    stage.files.write("a/dish.toml", "# a comment\n" + stage.files.read("a/dish.toml"));
    stage.files.write("a/build/src.txt", "in a folder that is never entered");
    stage.files.write("a/other.txt", "no input");
    assertThat(stage.keys().get("a:build")).isEqualTo(before);
    stage.files.write("a/dish.toml", stage.files.read("a/dish.toml") + "env = [\"MODE\"]");
    String unset = stage.keys().get("a:build");
    assertThat(unset).isNotEqualTo(before);
    stage.environment.put("MODE", "x");
    assertThat(stage.keys().get("a:build")).isNotEqualTo(unset);
  }

  @Test
  void anIgnoredFileIsNoInputEvenWhenItIsNamed() throws Exception {
    stage.bento("prod", "a");
    dish("a");
    stage.files.write(".gitignore", "src.txt");
    String before = stage.keys().get("a:build");
    stage.files.write("a/src.txt", "new");
    assertThat(stage.keys().get("a:build")).isEqualTo(before);
  }

  @Test
  void sinceSelectsChangedDishesAndTheirDependants() throws Exception {
    stage.bento("prod", "a", "ab", "b", "alone");
    dish("a");
    dish("ab");
    dish("b", "depends_on = [\"a\"]");
    dish("alone", "depends_on = [\"a\"]", "force_independent = true");
    commitAll();
    stage.files.write("a/new é.txt", "not known to git");
    Plan plan = stage.plan(Optional.empty(), Optional.of("HEAD"));
    assertThat(RepoStage.rows(plan))
        .containsExactly(
            "a:build cache_miss never_cached",
            "ab:build skipped_diff_clean",
            "b:build cache_miss never_cached",
            "alone:build skipped_diff_clean");
    assertThat(plan.summary()).isEqualTo(new Plan.Summary(4, 4, 0, 2, 2));
    List<String> text = new java.util.ArrayList<>();
    PlanText.write(plan, text::add);
    assertThat(text)
        .contains("    diff-clean — no tasks to run")
        .endsWith("summary: 4 dishes · 4 tasks · 2 miss · 0 hit · 2 skipped (diff-clean)");
  }

  @Test
  void aFileThatMovedAwayHasChangedTheDishItWasIn() throws Exception {
    stage.bento("prod", "a", "b");
    dish("a");
    dish("b");
    stage.files.write("a/moved.txt", "enough text to be found again".repeat(20));
    commitAll();
    git("mv", "a/moved.txt", "b/moved.txt");
    assertThat(RepoStage.rows(stage.plan(Optional.empty(), Optional.of("HEAD"))))
        .noneMatch(it -> it.contains("diff_clean"));
  }

  @Test
  void aRevisionThatGitDoesNotKnowIsAProblem() throws Exception {
    stage.bento("prod", "a");
    dish("a");
    commitAll();
    for (String bad : List.of("nothing-of-this-name", "--output=x")) {
      assertThatThrownBy(() -> stage.plan(Optional.empty(), Optional.of(bad)))
          .isInstanceOf(WorkspaceProblem.class)
          .hasMessageContaining("git could not tell");
    }
    assertThat(stage.files.at("x")).doesNotExist();
  }

  @Test
  void aDishIsPlannedWithoutItsDependenciesAndABentoOfNoNameMatchesNothing() throws Exception {
    stage.bento("prod", "a", "b").bento("two", "b", "a");
    dish("a");
    dish("b", "depends_on = [\"a\"]");
    assertThat(RepoStage.rows(stage.plan(Optional.of("b"), Optional.empty())))
        .containsExactly("b:build cache_miss never_cached", "b:build cache_miss never_cached");
    stage.bento = Optional.of("two");
    assertThat(stage.plan(Optional.of("b"), Optional.empty()).bentos())
        .extracting(Plan.PlannedBento::name)
        .containsExactly("two");
    stage.bento = Optional.of("none");
    assertThat(stage.plan().bentos()).isEmpty();
  }

  @Test
  void namesAreEscapedAndLinedUpAsTheyAreShown() throws Exception {
    stage.bento("prod", "a");
    stage.dish(
        "a",
        "[tasks.\"b\\u001b[31md\"]",
        "run = \"true\"",
        "ci = true",
        "[tasks.test]",
        "run = \"true\"");
    assertThat(stage.planText())
        .anyMatch(it -> it.startsWith("    b\\u001b[31md  [cache miss]  "))
        .anyMatch(it -> it.startsWith("    test          [cache miss]  "));
  }
}
