package io.polyplug.monorepo.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.monorepo.Monorepo;
import io.polyplug.monorepo.RepoStage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that may restore what was kept, and do nothing else. */
class KeptRunsTest {
  @TempDir Path folder;
  private RepoStage stage;

  @BeforeEach
  void open() throws Exception {
    stage = new RepoStage(folder);
    stage.bento("prod", "a", "b");
    for (String dish : List.of("a", "b")) {
      stage.dish(
          dish,
          "[tasks.build]",
          "run = 'echo ran >> ../ran.txt; cp src.txt out.txt'",
          "inputs = [\"src.txt\"]",
          "outputs = [\"out.txt\"]");
      stage.files.write(dish + "/src.txt", dish);
    }
  }

  private Optional<List<String>> runKept() throws Exception {
    try (Monorepo repo = stage.open()) {
      return repo.runKept(Optional.of("build"), Optional.empty(), stage.how).map(RepoStage::rows);
    }
  }

  private List<String> ran() throws Exception {
    Path file = stage.files.at("ran.txt");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  @Test
  void restoresWhatWasKept() throws Exception {
    stage.run();
    Files.delete(stage.files.at("b/out.txt"));
    assertThat(runKept()).contains(List.of("a:build hit", "b:build hit"));
    assertThat(stage.files.at("b/out.txt")).hasContent("b");
    assertThat(ran()).hasSize(2);
  }

  @Test
  void doesNothingWhereATaskWouldHaveToRun() throws Exception {
    assertThat(runKept()).isEmpty();
    stage.run();
    stage.files.write("b/src.txt", "another");
    assertThat(runKept()).isEmpty();
    assertThat(ran()).as("only the plain run has run anything").hasSize(2);
    assertThat(stage.files.at("b/out.txt")).hasContent("b");
  }

  @Test
  void doesNothingWithoutTheCacheOrForATaskThatIsNeverKept() throws Exception {
    stage.run();
    stage.how = new RunOptions(true, RunOptions.Install.NEVER);
    assertThat(runKept()).isEmpty();
    stage.how = new RunOptions(false, RunOptions.Install.NEVER);
    stage.dish("b", "[tasks.build]", "run = 'true'", "inputs = [\"src.txt\"]", "cache = false");
    stage.run();
    assertThat(runKept()).isEmpty();
  }

  @Test
  void doesNothingWhereSomethingWouldHaveToBeInstalled() throws Exception {
    stage.files.write("b/package.json", "{\"name\":\"b\",\"dependencies\":{\"left\":\"1\"}}");
    stage.program(
        "npm",
        "echo \"$1\" >> '" + folder.resolve("npm.txt") + "'",
        "mkdir node_modules; touch node_modules/.package-lock.json");
    assertThat(stage.run().summary().installs()).isEqualTo(1);
    assertThat(runKept()).contains(List.of("a:build hit", "b:build hit"));
    Files.delete(stage.files.at("b/node_modules/.package-lock.json"));
    Files.delete(stage.files.at("b/node_modules"));
    assertThat(runKept()).isEmpty();
    assertThat(Files.readAllLines(folder.resolve("npm.txt"))).containsOnlyOnce("install");
  }

  @Test
  void saysNothingOfAPinnedToolThatIsNotThereSinceNobodyUsesIt() throws Exception {
    stage.settings("[toolchain]", "node = \"22.1.0\"");
    stage.files.write("b/package.json", "{\"name\":\"b\"}");
    stage.run();
    assertThat(stage.lines).anyMatch(it -> it.contains("node 22.1.0 is not under"));
    stage.lines.clear();
    assertThat(runKept()).contains(List.of("a:build hit", "b:build hit"));
    assertThat(stage.lines).isEmpty();
  }

  @Test
  void leavesAServersCacheToAPlainRun() throws Exception {
    stage.run();
    stage.settings("[cache]", "remote = \"http://127.0.0.1:9/cache\"");
    assertThat(runKept()).isEmpty();
  }
}
