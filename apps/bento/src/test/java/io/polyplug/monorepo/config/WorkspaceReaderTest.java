package io.polyplug.monorepo.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.SampleFiles;
import io.polyplug.monorepo.WorkspaceProblem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkspaceReaderTest {
  private SampleFiles files;

  @BeforeEach
  void in(@TempDir Path folder) throws Exception {
    files = new SampleFiles(folder.toRealPath());
  }

  @Test
  void bentosAreSortedByNameWhateverTheirFilesAreCalled() throws Exception {
    files.write("bentos/a.toml", "name = \"zoo\"", "dishes = []");
    files.write("bentos/z.toml", "name = \"api\"", "dishes = []");
    files.write("bentos/notes.txt", "no bento").folder("bentos/folder.toml");

    assertThat(read().bentos()).extracting(Bento::name).containsExactly("api", "zoo");
    assertThat(read().bentos().getFirst().source()).isEqualTo(files.at("bentos/z.toml"));
  }

  @Test
  void aWorkspaceWithoutBentosIsEmpty() throws Exception {
    files.write("bento.toml");

    assertThat(read().bentos()).isEmpty();
  }

  @Test
  void everyKeyOfADishIsRead() throws Exception {
    bento("apps/api");
    files.write(
        "apps/api/dish.toml",
        "name = \"api\"",
        "language = \"go\"",
        "inputs = [\"conf/**\"]",
        "outputs = [\"bin/\"]",
        "depends_on = [\"lib\"]",
        "force_independent = true",
        "package_manager = \"npm\"",
        "[toolchain]",
        "go = \"1.22\"",
        "[serve]",
        "run = \"go run .\"",
        "[tasks.build]",
        "run = \"make\"",
        "inputs = [\"*.go\"]",
        "outputs = []",
        "workspace_outputs = [\"out/x\"]",
        "env = [\"CI\"]",
        "retry = 2",
        "ci = true",
        "cache = false",
        "[tasks.a]");

    assertThat(read().bentos().getFirst().dishes())
        .containsExactly(
            new Dish(
                "api",
                "apps/api",
                files.at("apps/api"),
                Optional.of("go"),
                List.of("conf/**"),
                List.of("bin/"),
                List.of("lib"),
                true,
                new ToolPins(false, Map.of("go", "1.22")),
                Optional.of("go run ."),
                Map.of(
                    "build",
                    new TaskBlock(
                        Optional.of("make"),
                        Optional.of(List.of("*.go")),
                        Optional.of(List.of()),
                        Optional.of(List.of("out/x")),
                        List.of("CI"),
                        2,
                        true,
                        false),
                    "a",
                    new TaskBlock(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        0,
                        false,
                        true))));
    assertThat(read().bentos().getFirst().dishes().getFirst().tasks().keySet())
        .containsExactly("build", "a");
  }

  @Test
  void aDishMayBeInSeveralBentosEachWithItsOwnSpelling() throws Exception {
    files.write("bentos/a.toml", "name = \"a\"", "dishes = [\"./apps/x/\"]");
    files.write("bentos/b.toml", "name = \"b\"", "dishes = [\"apps/x\"]");
    files.write("apps/x/dish.toml", "name = \"x\"");

    List<Bento> bentos = read().bentos();

    assertThat(bentos)
        .extracting(b -> b.dishes().getFirst().path())
        .containsExactly("./apps/x/", "apps/x");
    assertThat(bentos).allMatch(b -> b.dishes().getFirst().directory().equals(files.at("apps/x")));
  }

  @Test
  void theRootMayBeADish() throws Exception {
    bento(".");
    files.write("dish.toml", "name = \"all\"");

    assertThat(read().bentos().getFirst().dishes().getFirst().directory()).isEqualTo(files.root());
  }

  @Test
  void dishesAreInTheOrderWrittenHoweverManyThereAre() throws Exception {
    StringBuilder paths = new StringBuilder();
    for (int i = 99; i >= 0; i--) {
      paths.append("\"d").append(i).append("\",");
      files.write("d" + i + "/dish.toml", "name = \"n" + i + "\"");
    }
    files.write("bentos/prod.toml", "name = \"prod\"", "dishes = [" + paths + "]");

    List<Dish> dishes = read().bentos().getFirst().dishes();

    assertThat(dishes)
        .hasSize(100)
        .allMatch(dish -> dish.path().substring(1).equals(dish.name().substring(1)));
    assertThat(dishes.getFirst().name()).isEqualTo("n99");
  }

  @Test
  void ofManyMistakesTheFirstInTheOrderOfFilesIsReported() {
    StringBuilder paths = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      paths.append("\"d").append(i).append("\",");
      files.write("d" + i + "/dish.toml", i < 10 ? "name = \"n" + i + "\"" : "name = 1");
    }
    files.write("bentos/prod.toml", "name = \"prod\"", "dishes = [" + paths + "]");

    assertThat(problem().where().orElseThrow()).contains("d10/dish.toml:1");
  }

  @Test
  void aDishThatIsNotThereDangles() {
    files.write("bentos/prod.toml", "name = \"prod\"", "", "dishes = [\"apps/gone\"]");

    WorkspaceProblem problem = problem();

    assertThat(problem.kind()).isEqualTo(ProblemKind.CONFIG_DANGLING_DISH);
    assertThat(problem).hasMessageContaining("apps/gone");
    assertThat(problem.where()).hasValue(files.at("bentos/prod.toml") + ":3 (dishes)");
    assertThat(problem.nextSteps()).contains("create apps/gone/dish.toml");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../out", "/etc", "", "apps/../../out"})
  void aDishOutsideOfTheWorkspaceIsInvalid(String path) {
    bento(path);

    assertThat(problem().kind()).isEqualTo(ProblemKind.CONFIG_INVALID);
  }

  @Test
  void twoBentosOfOneNameAreDuplicates() {
    files.write("bentos/a.toml", "name = \"x\"", "dishes = []");
    files.write("bentos/b.toml", "name = \"x\"", "dishes = []");

    assertThat(problem().kind()).isEqualTo(ProblemKind.CONFIG_DUPLICATE);
    assertThat(problem())
        .hasMessageContaining("bentos/a.toml")
        .hasMessageContaining("bentos/b.toml");
  }

  @Test
  void twoDishesOfOneNameAreDuplicatesAlsoInDifferentBentos() {
    files.write("bentos/a.toml", "name = \"a\"", "dishes = [\"p\"]");
    files.write("bentos/b.toml", "name = \"b\"", "dishes = [\"q\"]");
    files.write("p/dish.toml", "name = \"x\"").write("q/dish.toml", "name = \"x\"");

    assertThat(problem().kind()).isEqualTo(ProblemKind.CONFIG_DUPLICATE);
    assertThat(problem()).hasMessageContaining("p/dish.toml").hasMessageContaining("q/dish.toml");
  }

  @Test
  void aDishTwiceInABentoIsADuplicate() {
    files.write("bentos/a.toml", "name = \"a\"", "dishes = [\"p\", \"./p\"]");
    files.write("p/dish.toml", "name = \"x\"");

    assertThat(problem().kind()).isEqualTo(ProblemKind.CONFIG_DUPLICATE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dishes = [] | CONFIG_MISSING",
        "name = 'x' | CONFIG_MISSING",
        "name = ' '@dishes = [] | CONFIG_INVALID",
        "name = 'a/b'@dishes = [] | CONFIG_INVALID",
        "name = 'x'@dishes = 'apps' | CONFIG_INVALID",
        "name = 'x'@dishes = []@surprise = 1 | CONFIG_INVALID",
        "name = | CONFIG_PARSE",
      })
  void aBentoFileWithAMistakeIsAProblem(String text, ProblemKind kind) {
    files.write("bentos/a.toml", text.split("@"));

    assertThat(problem().kind()).isEqualTo(kind);
    assertThat(problem().where().orElseThrow()).startsWith(files.at("bentos/a.toml").toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "language = 'go' | CONFIG_MISSING | name",
        "name = '' | CONFIG_INVALID | name",
        "name = 'a/b' | CONFIG_INVALID | slash",
        "name = 'x'@[tasks.build]@run = ' ' | CONFIG_INVALID | tasks.build.run",
        "name = 'x'@[tasks.build]@retry = -1 | CONFIG_INVALID | tasks.build.retry",
        "name = 'x'@[tasks.build]@env = ['A=1'] | CONFIG_INVALID | tasks.build.env",
        "name = 'x'@[tasks.build]@surprise = 1 | CONFIG_INVALID | tasks.build.surprise",
        "name = 'x'@[serve]@surprise = 1 | CONFIG_INVALID | serve.surprise",
        "name = 'x'@surprise = 1 | CONFIG_INVALID | surprise",
        "name = 'x'@tasks = [] | CONFIG_INVALID | tasks",
        "name = 'x'@name = 'y' | CONFIG_PARSE | name",
        "name | CONFIG_PARSE | TOML",
      })
  void aDishFileWithAMistakeIsAProblem(String text, ProblemKind kind, String named) {
    bento("apps/x");
    files.write("apps/x/dish.toml", text.split("@"));

    assertThat(problem().kind()).isEqualTo(kind);
    assertThat(problem()).hasMessageContaining(named).hasMessageStartingWith("apps/x/dish.toml: ");
    assertThat(problem().where().orElseThrow()).startsWith(files.at("apps/x/dish.toml").toString());
  }

  @Test
  void textThatCouldMoveACursorIsEscaped() {
    bento("apps/x");
    files.write("apps/x/dish.toml", "name = 'x'", "\"\\u001b[2J\" = 1");

    assertThat(problem().getMessage()).doesNotContain("\u001b");
  }

  @Test
  void orphansAreDishesThatNoBentoNames() throws Exception {
    bento("apps/x");
    files.write("apps/x/dish.toml", "name = \"x\"").write("dish.toml", "name = \"root\"");
    files.write("apps/x/inner/dish.toml").write("b/dish.toml").write("a-b/dish.toml");
    for (String made :
        List.of("target", "node_modules", ".git", ".bento", "dist", "build", ".next")) {
      files.write("apps/" + made + "/dish.toml");
    }
    Files.createSymbolicLink(files.at("link"), files.at("b"));

    assertThat(Orphans.find(read())).containsExactly("a-b", "apps/x/inner", "b");
  }

  private void bento(String dish) {
    files.write("bentos/prod.toml", "name = \"prod\"", "dishes = [\"" + dish + "\"]");
  }

  private Workspace read() throws WorkspaceProblem {
    return WorkspaceReader.read(files.root(), 2);
  }

  private WorkspaceProblem problem() {
    return catchThrowableOfType(WorkspaceProblem.class, this::read);
  }
}
