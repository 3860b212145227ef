package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of bento that look at a workspace and those that begin one. */
class BentoCommandsTest {
  @TempDir Path folder;
  private BentoStage stage;

  @BeforeEach
  void begin() {
    stage = BentoStage.withTwoDishes(folder);
  }

  @Test
  void initBeginsAWorkspaceThatCanBePlanned() {
    BentoStage empty = new BentoStage(folder.resolve("repo/lib"));
    Json created = empty.json("created", 0, "init");
    assertThat(JsonParts.members(created).get("created").toString())
        .isEqualTo("[\"bento.toml\",\"bentos/main.toml\"]");
    assertThat(empty.run("plan").exit()).isZero();
    empty.problem("init_already_initialised", "init");
    assertThat(empty.run("box", "list").out()).isEqualTo("main: no dishes\n");
  }

  @Test
  void initMakesTheFolderThatIsNamed() {
    assertThat(stage.run("init", "--workspace", "new/place").exit()).isZero();
    assertThat(stage.root.resolve("new/place/bentos/main.toml")).exists();
  }

  @Test
  void boxAddBeginsABentoOnce() {
    stage.json("created", 0, "box", "add", "tools");
    stage.problem("box_exists", "box", "add", "tools");
    Json boxes = stage.json("box-list", 0, "box", "list");
    assertThat(boxes.toString())
        .contains("{\"name\":\"tools\",\"source\":\"bentos/tools.toml\",\"dishes\":[]}");
  }

  @Test
  void aNameThatLeadsElsewhereIsInvalid() {
    for (String name : new String[] {"../x", "a/b", " ", ".hidden", "a\nb"}) {
      stage.problem("invalid_name", "box", "add", name);
    }
  }

  @Test
  void dishAddFindsTheLanguageAndIsListed() {
    stage.write("web/package.json", "{}");
    Json added = stage.json("dish-add", 0, "dish", "add", "web");
    assertThat(BentoStage.text(added, "language")).isEqualTo("node-npm");
    assertThat(stage.json("dish-list", 0, "dish", "list").toString())
        .contains(
            "{\"name\":\"web\",\"path\":\"web\",\"language\":\"node-npm\",\"bentos\":[\"prod\"]}");
    stage.problem("config_duplicate", "dish", "add", "web");
  }

  @Test
  void dishAddAsksPlugins() throws IOException {
    stage.program(
        "bento-adapter-noop",
        Files.readString(
            Path.of(System.getProperty("polyplug.root"), "examples/bento/bento-adapter-noop")));
    stage.write("notes/noop.toml", "");
    Json added = stage.json("dish-add", 0, "dish", "add", "notes");
    assertThat(BentoStage.text(added, "language")).isEqualTo("noop");
  }

  @Test
  void whatIsSaidToPluginsCanBeRecorded() throws IOException {
    stage.program(
        "bento-adapter-noop",
        Files.readString(
            Path.of(System.getProperty("polyplug.root"), "examples/bento/bento-adapter-noop")));
    stage.write("notes/noop.toml", "");
    Path recording = folder.resolve("bento.jsonl");
    stage.json("dish-add", 0, "dish", "add", "notes", "--record", recording.toString());
    assertThat(Files.readString(recording))
        .contains("\"plugin\":\"bento:noop\",\"to\":\"plugin\",\"frame\":{\"jsonrpc\":\"2.0\"")
        .contains("\"method\":\"initialize\"", "\"method\":\"shutdown\"")
        .contains("\"plugin\":\"bento:noop\",\"to\":\"host\"");
  }

  @Test
  void dishAddTakesTheLanguageThatIsSaidAndAFolderThatIsNew() throws IOException {
    assertThat(stage.run("dish", "add", "tools/new", "--lang", "go").out())
        .isEqualTo("dish: new  (go)\nwrote tools/new/dish.toml\nwrote bentos/prod.toml\n");
    assertThat(Files.readString(stage.root.resolve("tools/new/dish.toml")))
        .isEqualTo("name = \"new\"\nlanguage = \"go\"\n");
    assertThat(stage.run("plan", "new").out()).contains("new  (go)");
  }

  @Test
  void dishAddKeepsADishThatIsThereAndItsName() {
    stage.write("old/dish.toml", "name = 'antique'\n");
    assertThat(BentoStage.text(stage.json("dish-add", 0, "dish", "add", "old"), "dish"))
        .isEqualTo("antique");
    stage.write("twin/dish.toml", "name = 'lib'\n");
    stage.problem("config_duplicate", "dish", "add", "twin");
  }

  @Test
  void dishAddFollowsLinksToTheWorkspaceAndGoesNowhereElse() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), stage.root);
    assertThat(stage.run("dish", "add", link.resolve("x/y").toString()).out())
        .contains("wrote x/y/dish.toml");
    stage.problem("config_invalid", "dish", "add", "../elsewhere");
    stage.problem("config_invalid", "dish", "add", folder.resolve("elsewhere").toString());
  }

  @Test
  void dishAddWantsToKnowWhichBento() {
    stage.run("box", "add", "second");
    Json problem = stage.problem("box_not_found", "dish", "add", "x");
    assertThat(BentoStage.steps(problem)).containsExactly("prod", "second");
    stage.problem("box_not_found", "dish", "add", "x", "--bento", "third");
    assertThat(stage.run("dish", "add", "x", "--bento", "second").exit()).isZero();
  }

  @Test
  void orphansAreListed() {
    stage.write("lost/dish.toml", "name = 'lost'\n");
    assertThat(stage.json("dish-list", 0, "dish", "list").toString())
        .contains("\"orphans\":[\"lost");
    assertThat(stage.run("dish", "list").out()).contains("orphan: lost");
  }

  @Test
  void graphDrawsLevels() {
    assertThat(stage.run("graph").out())
        .isEqualTo(
            """
            bento: prod (2 dishes)
              level 0:
                lib
              level 1:
                app  ← lib
            """);
    assertThat(stage.json("graph", 0, "graph").toString())
        .isEqualTo("[{\"bento\":\"prod\",\"levels\":[[\"lib\"],[\"app\"]]}]");
  }

  @Test
  void graphDrawsForGraphvizWithEverythingQuoted() {
    stage.write("bentos/odd.toml", "name = 'a\"b'\ndishes = []\n");
    assertThat(stage.run("graph", "--format", "dot").out())
        .startsWith("digraph bentos {\n  rankdir=LR;\n")
        .contains("label=\"a\\\"b\";")
        .contains("  \"prod/lib\" -> \"prod/app\";\n")
        .endsWith("}\n");
    assertThat(stage.run("graph", "prod", "--format", "dot").out()).doesNotContain("a\\\"b");
  }

  @Test
  void artifactsAreTheWrittenOutputsThatAreThere() {
    assertThat(stage.json("artifacts", 0, "artifacts").toString()).isEqualTo("{}");
    stage.run("build", "lib");
    assertThat(stage.json("artifacts", 0, "artifacts").toString())
        .isEqualTo("{\"lib\":[\"" + stage.root.resolve("lib/out.bin") + "\"]}");
    assertThat(stage.run("artifacts").out())
        .isEqualTo("lib\n  " + stage.root.resolve("lib/out.bin") + "\n");
  }

  @Test
  void whyShowsWhatWentIntoAKey() {
    Json report = stage.json("run", 0, "build", "lib");
    String key = report.toString().replaceFirst(".*\"key\":\"([0-9a-f]{64})\".*", "$1");
    Json why = stage.json("why", 0, "why", "lib:build");
    assertThat(why.toString()).contains(key).contains("\"path\":\"in.txt\"");
    assertThat(stage.json("why", 0, "why", key.substring(0, 5))).isEqualTo(why);
    assertThat(stage.run("why", key).out())
        .startsWith("key: " + key + "\n  dish: lib\n  task: build\n  command: cat in.txt")
        .containsPattern("in\\.txt  [0-9a-f]{12}  4\n");
  }

  @Test
  void whyOfAPrefixThatNothingHasPrintsSoAndIsNotWell() {
    assertThat(stage.json("why", 1, "why", "abc").toString()).isEqualTo("[]");
    CommandRun run = stage.run("why", "abc");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).contains("no kept result");
  }

  @Test
  void plansAndRunsHaveTheirPublishedShape() {
    stage.json("plan", 0, "plan");
    stage.json("run", 1, "ci");
    stage.json("run", 1, "test");
    stage.json("run", 0, "build");
    stage.json("run", 0, "install");
    stage.json("plan", 0, "plan", "--no-cache", "lib");
  }

  @Test
  void theReportIsWrittenToAFileToo() throws IOException {
    CommandRun run = stage.run("build", "--report-file", "report.json");
    assertThat(run.exit()).isZero();
    assertThat(Json.parse(Files.readString(stage.root.resolve("report.json"))).kind())
        .isEqualTo(Json.Kind.OBJECT);
  }

  @Test
  void aReportThatCannotBeWrittenIsAFailureAfterAllElseIsShown() {
    CommandRun run = stage.run("build", "--report-file", "no/such/folder.json");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).contains("summary: ");
    assertThat(run.err()).contains("the report cannot be written").contains("does not exist");
  }

  @Test
  void everySchemaIsPrintedByTheNameOfItsCommand() {
    Json all = stage.json("schema", 0, "schema");
    assertThat(JsonParts.members(all)).containsKeys("plan", "run", "problem");
    for (String command :
        new String[] {
          "plan",
          "ci",
          "install",
          "why",
          "graph",
          "doctor",
          "artifacts",
          "init",
          "cache stats",
          "cache push",
          "dish add",
          "box list",
          "schema"
        }) {
      assertThat(stage.json("schema", 0, ("schema " + command).split(" ")).toString())
          .contains("https://json-schema.org/draft/2020-12/schema");
    }
    stage.problem("target_not_found", "schema", "nothing");
  }

  @Test
  void everyCommandHasHelpAndCompletion() {
    String help = stage.run("--help").out();
    String completion = new CommandRun.Place(folder).run("completion").out();
    for (String command :
        new String[] {
          "init",
          "plan",
          "ci",
          "build",
          "check",
          "test",
          "lint",
          "install",
          "run",
          "why",
          "graph",
          "doctor",
          "artifacts",
          "dish add",
          "dish list",
          "box add",
          "box list",
          "cache stats",
          "cache clear",
          "cache prune",
          "cache push",
          "cache pull",
          "schema"
        }) {
      assertThat(help).contains("  " + command.replaceFirst(" .*", ""));
      assertThat(completion).contains("polyplug_bento_" + command.replace(' ', '_'));
      CommandRun run = stage.run((command + " --help").split(" "));
      assertThat(run.exit()).isZero();
      assertThat(run.out()).startsWith("Usage: polyplug bento " + command).contains("--workspace");
    }
    assertThat(stage.run("run", "--help").out()).contains("DISH TASK [ARGS...]");
  }

  @Test
  void onlyTheCommandsThatAreAskedForAreMade() {
    assertThat(Commands.commandLine(List.of("list")).getSubcommands()).containsOnlyKeys("list");
    assertThat(
            Commands.commandLine(List.of("bento", "plan"))
                .getSubcommands()
                .get("bento")
                .getSubcommands())
        .containsOnlyKeys("plan");
  }
}
