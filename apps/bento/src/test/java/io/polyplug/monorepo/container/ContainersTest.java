package io.polyplug.monorepo.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.config.RepositorySettings.ContainerMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 8 and 12.5: where tasks run. */
final class ContainersTest {
  private static final Optional<String> IMAGE = Optional.of("debian:12");
  private static final String WORKS = "--version) exit 0;;";
  private static final String FAILS = "--version) exit 1;;";

  @TempDir Path folder;
  private FakeRuntime runtimes;

  @BeforeEach
  void prepare() {
    runtimes = new FakeRuntime(folder);
  }

  @Test
  void neverIsTheHostAndAsksNoRuntime() throws Exception {
    runtimes.add("docker", WORKS);
    assertThat(place(ContainerMode.NEVER, IMAGE)).isEqualTo(new Placement.OnHost());
    assertThat(runtimes.calls()).isEmpty();
  }

  @Test
  void autoWithoutImageIsTheHostAndAsksNoRuntime() throws Exception {
    runtimes.add("docker", WORKS);
    assertThat(place(ContainerMode.AUTO, Optional.empty())).isEqualTo(new Placement.OnHost());
    assertThat(runtimes.calls()).isEmpty();
  }

  @Test
  void autoWithoutRuntimeIsTheHost() throws Exception {
    runtimes.add("docker", FAILS);
    assertThat(place(ContainerMode.AUTO, IMAGE)).isEqualTo(new Placement.OnHost());
  }

  @Test
  void autoWithBothIsAContainer() throws Exception {
    runtimes.add("nerdctl", WORKS);
    assertThat(place(ContainerMode.AUTO, IMAGE)).isEqualTo(inContainer("nerdctl"));
  }

  @Test
  void theFirstRuntimeThatWorksIsTaken() throws Exception {
    runtimes.add("docker", FAILS);
    runtimes.add("podman", WORKS);
    runtimes.add("nerdctl", WORKS);
    assertThat(place(ContainerMode.ALWAYS, IMAGE)).isEqualTo(inContainer("podman"));
    assertThat(runtimes.calls()).containsExactly("docker --version", "podman --version");
  }

  @Test
  void runtimesAreAskedOnce() throws Exception {
    runtimes.add("docker", FAILS);
    Containers containers = runtimes.containers();
    for (int i = 0; i < 3; i++) {
      containers.place(ContainerMode.AUTO, IMAGE);
    }
    assertThat(runtimes.calls()).containsExactly("docker --version");
  }

  @Test
  void alwaysWithoutImageIsAProblem() throws Exception {
    runtimes.add("docker", WORKS);
    WorkspaceProblem problem = problem(Optional.empty());
    assertThat(problem).hasMessage("container = \"always\" needs an image, and none is set");
    assertThat(problem.hint()).contains("Set image in [execution] of bento.toml.");
    assertThat(problem.where()).contains("bento.toml, [execution]");
    assertThat(problem.kind()).isEqualTo(ProblemKind.CONFIG_INVALID);
  }

  @Test
  void alwaysWithoutRuntimeIsAProblem() throws Exception {
    WorkspaceProblem problem = problem(IMAGE);
    assertThat(problem)
        .hasMessage(
            "container = \"always\" needs docker, podman or nerdctl, and none of them works");
    assertThat(problem.hint()).hasValueSatisfying(hint -> assertThat(hint).contains("\"auto\""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--privileged", "a b", "a\n", "\u007f"})
  void whatARuntimeWouldNotTakeForAnImageIsAProblem(String image) throws Exception {
    runtimes.add("docker", WORKS);
    assertThat(problem(Optional.of(image))).hasMessageContaining("cannot be the name of an image");
  }

  @Test
  void theKeySaysTheContainerOnlyWhereThereIsOne() throws Exception {
    assertThat(place(ContainerMode.AUTO, IMAGE).keyValue()).isEmpty();
    runtimes.add("podman", WORKS);
    assertThat(place(ContainerMode.AUTO, IMAGE).keyValue()).contains("podman debian:12");
  }

  private Placement place(ContainerMode mode, Optional<String> image)
      throws InterruptedException, IOException {
    return runtimes.containers().place(mode, image);
  }

  private Placement inContainer(String runtime) {
    return new Placement.InContainer(runtime, folder.resolve(runtime), "debian:12");
  }

  private WorkspaceProblem problem(Optional<String> image) throws Exception {
    return ((Placement.Nowhere) place(ContainerMode.ALWAYS, image)).problem();
  }
}
