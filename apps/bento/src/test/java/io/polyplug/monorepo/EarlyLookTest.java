package io.polyplug.monorepo;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EarlyLookTest {
  @TempDir Path folder;
  private RepoStage stage;

  @BeforeEach
  void aWorkspace() throws Exception {
    stage = new RepoStage(Files.createDirectories(folder.resolve("one")));
    stage.bento("all", "a");
    stage.dish("a", "[tasks.build]", "run = \"true\"", "inputs = [\"**\"]");
  }

  @Test
  void theFirstWhoOpensTheWorkspaceTakesIt() {
    EarlyLook.begin(stage.files.root(), stage.environment, Clock.system());
    assertThat(EarlyLook.take(stage.files.root(), stage.cache)).isPresent();
    assertThat(EarlyLook.take(stage.files.root(), stage.cache)).isEmpty();
  }

  @Test
  void whoOpensAnotherWorkspaceOrCacheDoesNot() {
    EarlyLook.begin(stage.files.root(), stage.environment, Clock.system());
    assertThat(EarlyLook.take(folder, stage.cache)).isEmpty();
    EarlyLook.begin(stage.files.root(), stage.environment, Clock.system());
    assertThat(EarlyLook.take(stage.files.root(), folder)).isEmpty();
  }

  @Test
  void whereThereIsNoWorkspaceNothingIsBegun() throws Exception {
    Path empty = Files.createDirectories(folder.resolve("empty"));
    EarlyLook.begin(empty, Map.of("HOME", folder.toString()), Clock.system());
    assertThat(EarlyLook.take(empty, folder.resolve(".bento/cache"))).isEmpty();
  }

  @Test
  void aPlanThatGoesOnWithItIsThePlan() throws Exception {
    Map<String, String> keys = stage.keys();
    EarlyLook.begin(stage.files.root(), stage.environment, Clock.system());
    assertThat(stage.keys()).isEqualTo(keys);
    stage.files.write("a/new", "n");
    EarlyLook.begin(stage.files.root(), stage.environment, Clock.system());
    assertThat(stage.keys()).isNotEqualTo(keys);
  }
}
