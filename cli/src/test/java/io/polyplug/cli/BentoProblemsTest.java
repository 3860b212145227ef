package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.build.testing.Fifo;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the commands of bento say when they cannot do their work. */
class BentoProblemsTest {
  @TempDir Path folder;
  private BentoStage stage;

  @BeforeEach
  void begin() {
    stage = BentoStage.withTwoDishes(folder);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nothing",
        "plan --wrong",
        "plan a b",
        "why",
        "graph --format svg",
        "cache",
        "cache prune",
        "cache prune --max-size much",
        "cache prune --older-than never",
        "run lib",
        "ci --skip-install --force-install",
        "dish",
        "box nothing"
      })
  void aUsageErrorIsOnStandardErrorOnlyEvenIfJsonIsWanted(String line) {
    String[] plain = line.isEmpty() ? new String[0] : line.split(" ");
    String[] json = ("--json " + line).strip().split(" ");
    for (String[] args : new String[][] {plain, json}) {
      CommandRun run = stage.run(args);
      assertThat(run.exit()).as(run.err()).isEqualTo(2);
      assertThat(run.out()).isEmpty();
      assertThat(run.err()).startsWith("polyplug: ").endsWith("\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"plan", "why lib:build"})
  void whatIsInterruptedBeforeItHasAnAnswerIsAProblem(String line) throws Exception {
    try (Fifo asked = new Fifo(folder.resolve("asked"))) {
      stage.program(
          "bento-adapter-slow", "#!/bin/sh\necho up > '" + asked.path() + "'\nexec sleep 3600\n");
      String[] args = ("bento " + line + " --json").split(" ");
      try (Program program = Program.start(stage.root, stage.environment, args)) {
        assertThat(asked.awaitLine()).isEqualTo("up");
        program.signal("INT");
        assertThat(program.awaitExit()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(program.rest())
            .singleElement()
            .satisfies(
                it ->
                    assertThat(BentoStage.text(BentoStage.document("problem", it), "message"))
                        .contains("asked to end"));
      }
    }
  }

  @Test
  void otherCommandsStillPrintTheirUsageErrorsAsJson() {
    CommandRun run = new CommandRun.Place(folder).run("list", "--json", "--wrong");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(Json.parse(run.out()).kind()).isEqualTo(Json.Kind.OBJECT);
  }

  @Test
  void noWorkspaceSaysHowToBeginOne() {
    BentoStage nowhere = new BentoStage(folder.resolve("repo").resolveSibling("bin"));
    Json problem = nowhere.problem("workspace_not_found", "plan");
    assertThat(BentoStage.steps(problem)).contains("polyplug bento init", "--workspace PATH");
    nowhere.problem("workspace_not_found", "ci", "--workspace", "missing");
    nowhere.problem("workspace_not_found", "box", "add", "x");
  }

  @Test
  void settingsThatCannotBeReadSayWhere() {
    stage.write("bento.toml", "[defaults\n");
    assertThat(BentoStage.text(stage.problem("config_parse", "plan"), "where"))
        .contains("bento.toml:1");
    stage.write("bento.toml", "[defaults]\nspeed = 1\n");
    assertThat(BentoStage.text(stage.problem("config_invalid", "ci"), "where"))
        .contains("bento.toml:2")
        .contains("defaults.speed");
  }

  @Test
  void aDishWithoutAFolderIsDangling() {
    stage.write("bentos/more.toml", "name = 'more'\ndishes = ['gone']\n");
    stage.problem("config_dangling_dish", "plan");
    stage.problem("config_dangling_dish", "graph");
  }

  @Test
  void twoBentosOfOneNameAreADuplicate() {
    stage.write("bentos/again.toml", "name = 'prod'\ndishes = []\n");
    stage.problem("config_duplicate", "box", "list");
  }

  @Test
  void aMissingNameIsMissing() {
    stage.write("lib/dish.toml", "inputs = []\n");
    stage.problem("config_missing", "dish", "list");
  }

  @Test
  void aCycleNamesItsMembers() {
    stage.write("lib/dish.toml", "name = 'lib'\ndepends_on = ['app']\n");
    for (String command : new String[] {"plan", "ci", "graph"}) {
      assertThat(BentoStage.text(stage.problem("config_invalid", command), "message"))
          .contains("app")
          .contains("lib");
    }
  }

  @Test
  void unknownTargetsListTheKnownNames() {
    for (String command : new String[] {"plan", "ci", "build", "install"}) {
      assertThat(BentoStage.steps(stage.problem("target_not_found", command, "nowhere")))
          .contains("app", "lib", "prod");
    }
    stage.write("prod/dish.toml", "name = 'prod'\n");
    stage.write("bentos/prod.toml", "name = 'prod'\ndishes = ['prod']\n");
    stage.problem("target_ambiguous", "plan", "prod");
  }

  @Test
  void whyKnowsItsMistakesApart() {
    for (String target : new String[] {"xyz", "ABC", "", ":", ":build", "lib:", "a".repeat(65)}) {
      stage.problem("why_invalid_target", "why", target);
    }
    assertThat(BentoStage.steps(stage.problem("why_dish_not_found", "why", "gone:build")))
        .containsExactlyInAnyOrder("app", "lib");
    assertThat(BentoStage.steps(stage.problem("why_task_not_found", "why", "lib:lint")))
        .containsExactly("build");
    assertThat(BentoStage.steps(stage.problem("why_no_cache_entry", "why", "lib:build")))
        .containsExactly("polyplug bento build lib");
  }

  @Test
  void graphListsTheBentosThatThereAre() {
    assertThat(BentoStage.steps(stage.problem("box_not_found", "graph", "dev")))
        .containsExactly("prod");
  }

  @Test
  void runKnowsItsMistakesApart() {
    assertThat(stage.run("run", "gone", "say").err())
        .contains("error: there is no dish gone")
        .contains("  → lib\n");
    assertThat(stage.run("run", "lib", "say").err())
        .contains("error: the dish lib has no task say")
        .contains("  → build\n");
    stage.write("lib/go.mod", "module x\n");
    CommandRun run = stage.run("run", "--json", "lib", "check");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(BentoStage.text(Json.parse(run.out()), "kind")).isEqualTo("task_not_ad_hoc");
  }

  @Test
  void withoutARemoteCacheNothingCanBeSent() {
    stage.problem("no_remote_cache", "cache", "push");
    stage.problem("no_remote_cache", "cache", "pull");
  }

  @Test
  void aPlaceThatCannotBeWrittenIsNoDefect() {
    stage.write("file", "");
    stage.environment.put("BENTO_CACHE_DIR", stage.root.resolve("file").toString());
    Json problem = stage.problem("internal", "cache", "stats");
    assertThat(BentoStage.text(problem, "message")).contains("is not a folder");
    stage.problem("internal", "init", "--workspace", "file/below");
  }

  @Test
  void textOfAWorkspaceIsEscaped() {
    stage.write("bentos/more.toml", "name = 'more'\ndishes = ['a\u202Eb']\n");
    assertThat(stage.run("plan").err()).contains("error: ").doesNotContain("\u202E");
  }
}
