package io.polyplug.monorepo.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import io.polyplug.base.ManualClock;
import io.polyplug.monorepo.RepoStage;
import io.polyplug.monorepo.config.Workspace;
import io.polyplug.monorepo.config.WorkspaceReader;
import io.polyplug.monorepo.plan.RememberedDish;
import io.polyplug.monorepo.plan.ResolvedTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceMemoryTest {
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  /** After this, everything that was made before is clearly older. */
  private static Clock later() {
    return new ManualClock(Instant.now().plus(Duration.ofHours(1)));
  }

  @TempDir Path folder;
  private RepoStage stage;

  @BeforeEach
  void aWorkspaceOfThreeLanguages() throws IOException {
    stage = workspace(Files.createDirectories(folder.resolve("first")));
  }

  private static RepoStage workspace(Path folder) throws IOException {
    RepoStage stage = new RepoStage(folder);
    stage.clock = later();
    stage.bento("all", "web", "tool", "app", "plain");
    stage.settings("[toolchain]", "go = \"1.22\"");
    stage.dish("web", "depends_on = [\"tool\"]", "[tasks.build]", "run = \"true\"");
    stage.files.write("web/package.json", "{\"name\":\"web\"}");
    stage.dish("tool", "[tasks.test]", "run = \"true\"", "env = [\"LEVEL\"]");
    stage.files.write("tool/go.mod", "module tool");
    stage.dish("app");
    stage.files.write("app/build.gradle", "");
    stage.dish("plain", "language = \"noop\"", "[tasks.lint]", "run = \"x\"", "inputs = [\"**\"]");
    stage.files.write("plain/a", "a");
    return stage;
  }

  @Test
  void whatIsRememberedIsWhatWasRead() throws Exception {
    stage.settings(
        "[defaults]",
        "parallelism = 3",
        "fail_fast = false",
        "[cache]",
        "remote = \"https://localhost:1/x\"",
        "remote_region = \"here\"",
        "remote_endpoint = \"https://localhost:2\"",
        "remote_token_env = \"TOKEN\"",
        "remote_write_through = true",
        "[execution]",
        "container = \"never\"",
        "image = \"ä\"",
        "[toolchain]",
        "use_system = false",
        "go = \"1.22\"",
        "[plugins]",
        "disable = [\"a\", \"b\"]",
        "allowlist = [\"noop\"]");
    stage.dish(
        "app",
        "language = \"gradle\"",
        "inputs = [\"in/**\", \"ü\"]",
        "outputs = [\"out/\"]",
        "force_independent = true",
        "[toolchain]",
        "use_system = true",
        "[serve]",
        "run = \"serve\"",
        "[tasks.zeta]",
        "run = \"z\"",
        "ci = true",
        "cache = false",
        "retry = 2",
        "env = [\"A\", \"B\"]",
        "workspace_outputs = [\"w/\"]",
        "outputs = []",
        "[tasks.alpha]",
        "run = \"a\"",
        "inputs = []");
    stage.bento("second", "app");
    stage.plan();
    Workspace read = WorkspaceReader.read(stage.files.root(), PROCESSORS);
    assertThat(open().workspace()).contains(read);
    assertThat(open().workspace().orElseThrow().toString()).isEqualTo(read.toString());
  }

  @Test
  void languagesTasksAndPinsAreRememberedButNotThoseOfPlugins() throws Exception {
    stage.files.write("web/.nvmrc", "v20");
    stage.plan();
    Map<String, RememberedDish> dishes = open().dishes();
    assertThat(dishes).containsOnlyKeys("web", "tool", "app");
    RememberedDish web = dishes.get("web");
    assertThat(web).isNotNull();
    assertThat(web.adapter()).isEqualTo("node-npm");
    assertThat(web.tasks()).extracting(ResolvedTask::name).containsExactly("build", "lint", "test");
    assertThat(web.pin().orElseThrow().toolchain().orElseThrow().version()).isEqualTo("20");
  }

  @Test
  void aPlanFromMemoryIsThePlan() throws Exception {
    List<String> first = stage.planText();
    assertThat(open().workspace()).isPresent();
    assertThat(stage.planText()).isEqualTo(first).isEqualTo(planOfSomebodyElse());
  }

  @Test
  void anotherSelectionAddsToWhatIsRemembered() throws Exception {
    stage.plan(Optional.of("tool"), Optional.empty());
    assertThat(open().dishes()).containsOnlyKeys("tool");
    stage.plan(Optional.of("app"), Optional.empty());
    assertThat(open().dishes()).containsOnlyKeys("tool", "app");
  }

  /** Something that changes a workspace. */
  private interface Change {
    void in(RepoStage stage) throws Exception;
  }

  @TestFactory
  List<DynamicTest> everyChangeThatMattersIsSeen() {
    return List.of(
        change("settings", it -> it.settings("[toolchain]", "go = \"1.23\"")),
        change("settings go", it -> it.files.delete("bento.toml")),
        change("a bento of its own", it -> it.bento("more", "tool")),
        change("a dish less", it -> it.bento("all", "tool", "app", "plain")),
        change("a bento goes", it -> it.bento("all")),
        change("another command", it -> it.dish("tool", "[tasks.test]", "run = \"tru3\"")),
        change("as large, and as old", WorkspaceMemoryTest::sameSizeAndTime),
        change("another file in its place", WorkspaceMemoryTest::sameSizeAndTimeByRename),
        change("a dish is gone for a while", WorkspaceMemoryTest::replacedDish),
        change("another language", it -> it.files.write("web/go.mod", "module web")),
        change("no language", it -> it.files.delete("tool/go.mod")),
        change("another manager", it -> it.files.write("pnpm-lock.yaml", "")),
        change(
            "another manager, written",
            it -> it.files.write("web/package.json", "{\"packageManager\":\"yarn@4\"}")),
        change("a manager above", it -> it.files.write("package.json", "{}")),
        change("a pin above", it -> it.files.write(".nvmrc", "20")),
        change("a pin in a folder", it -> gradlePin(it)),
        change("a wrapper", it -> it.files.script("gradlew", "exit 0")),
        change("the walk upwards ends below", it -> it.files.write("web/bento.toml", "")));
  }

  private DynamicTest change(String name, Change change) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          Path place = Files.createTempDirectory(folder, "changed");
          stage = workspace(place);
          stage.plan();
          assertThat(open().workspace()).isPresent();
          change.in(stage);
          assertThat(open().workspace()).isEmpty();
          assertThat(outcome(stage)).isEqualTo(planOfSomebodyElse());
        });
  }

  private static void sameSizeAndTime(RepoStage stage) throws IOException {
    Path file = stage.files.at("tool/dish.toml");
    FileTime time = Files.getLastModifiedTime(file);
    Files.writeString(file, Files.readString(file).replace("\"true\"", "\"fals\""));
    Files.setLastModifiedTime(file, time);
  }

  private static void sameSizeAndTimeByRename(RepoStage stage) throws IOException {
    Path file = stage.files.at("tool/dish.toml");
    Path fresh = stage.files.at("fresh");
    Files.writeString(fresh, Files.readString(file).replace("\"true\"", "\"fals\""));
    Files.setLastModifiedTime(fresh, Files.getLastModifiedTime(file));
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void replacedDish(RepoStage stage) throws IOException {
    Files.move(stage.files.at("tool"), stage.files.at("away"));
    stage.dish("tool", "[tasks.test]", "run = \"other\"");
    stage.files.write("tool/go.mod", "module tool");
  }

  private static void gradlePin(RepoStage stage) {
    stage.files.write("app/gradle/libs.versions.toml", "[versions]", "java = \"21\"");
  }

  @Test
  void aFolderThatIsThereAlreadyMayGetThePin() throws Exception {
    stage.files.write("app/gradle/other", "");
    stage.plan();
    assertThat(open().workspace()).isPresent();
    gradlePin(stage);
    assertThat(open().workspace()).isEmpty();
    assertThat(stage.planText()).isEqualTo(planOfSomebodyElse());
  }

  @Test
  void whatNoLookWasAtIsNotAskedFor() throws Exception {
    stage.files.write("web/src/a.js", "a");
    stage.plan();
    stage.files.write("web/src/b.js", "b");
    stage.files.write("web/src/a.js", "c");
    assertThat(open().workspace()).isPresent();
    assertThat(stage.planText()).isEqualTo(planOfSomebodyElse());
  }

  @Test
  void rulesOfGitAndVariablesCountThoughTheRestIsRemembered() throws Exception {
    stage.files.write("tool/notes.go", "n");
    String before = stage.keys().get("tool:test");
    stage.environment.put("LEVEL", "2");
    assertThat(open().workspace()).isPresent();
    String withVariable = stage.keys().get("tool:test");
    assertThat(withVariable).isNotEqualTo(before);
    stage.files.write("tool/.gitignore", "notes.go");
    assertThat(stage.keys().get("tool:test")).isNotEqualTo(withVariable);
    assertThat(stage.planText()).isEqualTo(planOfSomebodyElse());
  }

  @Test
  void aPluginThatAppearsIsAsked() throws Exception {
    stage.plan();
    assertThat(open().workspace()).isPresent();
    stage.plugin();
    stage.plan();
    assertThat(stage.asked()).isNotEmpty();
    assertThat(open().dishes()).doesNotContainKey("plain");
  }

  @Test
  void whatWasWrittenJustNowIsNotRemembered() throws Exception {
    stage.clock = new ManualClock(Instant.now());
    stage.files.write("bento.toml", "");
    stage.plan();
    assertThat(open().workspace()).isEmpty();
  }

  @Test
  void whatIsBehindALinkIsNotRemembered() throws Exception {
    Files.move(stage.files.at("bento.toml"), folder.resolve("real.toml"));
    Files.createSymbolicLink(stage.files.at("bento.toml"), folder.resolve("real.toml"));
    stage.plan();
    assertThat(open().workspace()).isEmpty();
  }

  @Test
  void aLinkThatLeadsNowhereMayLeadSomewhereLater() throws Exception {
    Files.createSymbolicLink(stage.files.at("web/go.mod"), folder.resolve("later.mod"));
    stage.plan();
    assertThat(open().workspace()).isEmpty();
    Files.writeString(folder.resolve("later.mod"), "module web");
    assertThat(stage.planText()).isEqualTo(planOfSomebodyElse());
  }

  @Test
  void anotherNumberOfProcessorsReadsForItself() throws Exception {
    stage.plan();
    Path root = stage.files.root();
    assertThat(WorkspaceMemory.open(stage.cache, root, PROCESSORS + 1, later()).workspace())
        .isEmpty();
  }

  @Test
  void aDamagedFileIsNoMemoryAndIsReplaced() throws Exception {
    stage.plan();
    Path file = file();
    byte[] good = Files.readAllBytes(file);
    Random random = new Random(11);
    for (int round = 0; round < 100; round++) {
      byte[] bad = good.clone();
      bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, bad);
      assertThat(open().workspace()).isEmpty();
    }
    stage.plan();
    assertThat(open().workspace()).isPresent();
  }

  @Test
  void aMistakeIsToldEveryTime() throws Exception {
    stage.plan();
    stage.dish("tool", "[tasks.test]", "run = 3");
    String first = outcome(stage).getFirst();
    assertThat(first).contains("tool/dish.toml");
    assertThat(outcome(stage)).containsExactly(first);
  }

  private Path file() throws IOException {
    try (var all = Files.list(stage.cache.resolve("index"))) {
      return all.filter(it -> it.toString().endsWith("-workspace")).findFirst().orElseThrow();
    }
  }

  private WorkspaceMemory open() {
    return WorkspaceMemory.open(stage.cache, stage.files.root(), PROCESSORS, later());
  }

  /** A plan by somebody who remembers nothing. */
  private List<String> planOfSomebodyElse() throws IOException {
    String cache = stage.environment.get("BENTO_CACHE_DIR");
    stage.environment.put("BENTO_CACHE_DIR", Files.createTempDirectory(folder, "empty").toString());
    try {
      return outcome(stage);
    } finally {
      stage.environment.put("BENTO_CACHE_DIR", String.valueOf(cache));
    }
  }

  private static List<String> outcome(RepoStage stage) {
    try {
      return stage.planText();
    } catch (Exception e) {
      return List.of(String.valueOf(e.getMessage()));
    }
  }
}
