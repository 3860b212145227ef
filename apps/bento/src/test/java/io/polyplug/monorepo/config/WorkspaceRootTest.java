package io.polyplug.monorepo.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.SampleFiles;
import io.polyplug.monorepo.WorkspaceProblem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceRootTest {
  private SampleFiles files;

  @BeforeEach
  void realFolder(@TempDir Path folder) throws Exception {
    files = new SampleFiles(folder.toRealPath());
  }

  @Test
  void theNearestFolderWithASettingsFileIsTheRoot() throws Exception {
    files.write("bento.toml").write("inner/bento.toml").folder("inner/deep/er");

    assertThat(from("inner/deep/er")).isEqualTo(files.at("inner"));
  }

  @Test
  void aFolderOfBentosMarksARootToo() throws Exception {
    files.folder("bentos").folder("apps/api");

    assertThat(from("apps/api")).isEqualTo(files.root());
  }

  @Test
  void aFolderNamedLikeTheFileIsNoMarkAndNeitherIsAFileNamedLikeTheFolder() throws Exception {
    files.write("bento.toml").folder("apps/bento.toml").write("apps/bentos").folder("apps/x");

    assertThat(from("apps/x")).isEqualTo(files.root());
  }

  @Test
  void theOptionBeatsTheVariableAndTheVariableBeatsTheCurrentFolder() throws Exception {
    files.write("a/bento.toml").write("b/bento.toml").write("c/bento.toml");
    Map<String, String> environment = Map.of(WorkspaceRoot.VARIABLE, files.at("b").toString());

    assertThat(WorkspaceRoot.find(Optional.of("../a"), environment, files.at("c")))
        .isEqualTo(files.at("a"));
    assertThat(WorkspaceRoot.find(Optional.empty(), environment, files.at("c")))
        .isEqualTo(files.at("b"));
  }

  @Test
  void theRootIsCanonical() throws Exception {
    files.write("real/bento.toml");
    Files.createSymbolicLink(files.at("link"), files.at("real"));

    assertThat(from("link")).isEqualTo(files.at("real"));
  }

  @Test
  void withoutAMarkTheProblemSaysWhereWasLookedAndWhatToDo() {
    files.folder("apps");

    WorkspaceProblem problem = catchThrowableOfType(WorkspaceProblem.class, () -> from("apps"));

    assertThat(problem.kind()).isEqualTo(ProblemKind.WORKSPACE_NOT_FOUND);
    assertThat(problem).hasMessageContaining(files.at("apps").toString());
    assertThat(problem.nextSteps()).contains("--workspace PATH");
  }

  @Test
  void aFolderThatDoesNotExistIsNotFound() {
    WorkspaceProblem problem = catchThrowableOfType(WorkspaceProblem.class, () -> from("absent"));

    assertThat(problem.kind()).isEqualTo(ProblemKind.WORKSPACE_NOT_FOUND);
    assertThat(problem).hasMessageContaining("absent");
  }

  private Path from(String folder) throws WorkspaceProblem {
    return WorkspaceRoot.find(Optional.empty(), Map.of(), files.at(folder));
  }
}
