package io.polyplug.monorepo.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.monorepo.RepoStage;
import io.polyplug.monorepo.WorkspaceProblem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs of tasks in containers, with a runtime that only writes down what it is told (section 8).
 */
class ContainerRunsTest {
  @TempDir Path folder;
  private RepoStage stage;

  @BeforeEach
  void open() throws Exception {
    stage = new RepoStage(folder);
    stage.bento("prod", "a");
    stage.dish(
        "a",
        "[tasks.build]",
        "run = \"echo run\"",
        "env = [\"MODE\", \"UNSET\"]",
        "inputs = [\"dish.toml\"]");
    stage.environment.put("MODE", "value");
    // Nothing that is really installed may serve.
    stage.environment.compute("PATH", (_, path) -> path.substring(0, path.indexOf(':')));
  }

  private Path calls() {
    return stage.files.at("calls");
  }

  private void runtime() {
    stage.program(
        "docker", "echo \"$@ MODE=$MODE\" >> '" + calls() + "'", "case $1 in run) exit 3;; esac");
  }

  @Test
  void tasksRunInTheImageWithTheirDishAndTheirVariablesOnly() throws Exception {
    runtime();
    stage.settings("[execution]", "container = \"always\"", "image = \"img:1\"");
    assertThat(RepoStage.rows(stage.run())).containsExactly("a:build failed 3");
    List<String> runs =
        Files.readAllLines(calls()).stream().filter(it -> it.startsWith("run ")).toList();
    assertThat(runs).hasSize(1);
    assertThat(runs.getFirst())
        .startsWith("run --rm -i ")
        .contains("--volume " + stage.files.at("a") + ":" + Containers.MOUNT)
        .contains(" --workdir " + Containers.MOUNT + " --env HOME=" + Containers.MOUNT)
        .contains(" --env MODE ")
        .doesNotContain("UNSET")
        .endsWith(" img:1 sh -c echo run MODE=value");
  }

  @Test
  void whatRunsInAContainerHasAnotherKey() throws Exception {
    runtime();
    String onHost = stage.keys().get("a:build");
    stage.settings("[execution]", "container = \"auto\"", "image = \"img:1\"");
    assertThat(stage.keys().get("a:build")).isNotEqualTo(onHost);
    stage.settings("[execution]", "container = \"auto\"");
    assertThat(stage.keys().get("a:build")).isEqualTo(onHost);
  }

  @Test
  void alwaysWithoutRuntimeOrImageIsAProblem() throws Exception {
    stage.settings("[execution]", "container = \"always\"", "image = \"img:1\"");
    assertThatThrownBy(() -> stage.run()).isInstanceOf(WorkspaceProblem.class);
    runtime();
    stage.settings("[execution]", "container = \"always\"");
    assertThatThrownBy(() -> stage.run()).isInstanceOf(WorkspaceProblem.class);
    assertThatThrownBy(() -> stage.plan()).isInstanceOf(WorkspaceProblem.class);
  }
}
