package io.polyplug.monorepo.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.base.Clock;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.process.CommandResult;
import io.polyplug.process.Environment;
import io.polyplug.process.ExitStatus;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.Spawner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Section 8: what a task in a container is started as, and that nothing of it stays. */
final class ContainerTaskTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Path DISH = Path.of("/ws/apps/tiny");

  @TempDir Path folder;

  @Test
  void theArgumentsAreThoseOfTheDocument() throws Exception {
    assertThat(
            RunArguments.of(
                "n1", new UserIds(1000, 100), DISH, "debian:12", "make all", List.of("CI", "HOME")))
        .containsExactly(
            "run",
            "--rm",
            "-i",
            "--name",
            "n1",
            "--user",
            "1000:100",
            "--volume",
            "/ws/apps/tiny:" + Containers.MOUNT,
            "--workdir",
            Containers.MOUNT,
            "--env",
            "HOME=" + Containers.MOUNT,
            "--env",
            "CI",
            "--env",
            "HOME",
            "debian:12",
            "sh",
            "-c",
            "make all");
  }

  @Test
  void onlyNamesOfVariablesThatTheHostHasAreArguments() throws Exception {
    Environment host =
        Environment.empty().with("TOKEN", "secret").with("EMPTY", "").with("OTHER*", "x");
    ContainerTask task =
        new FakeRuntime(folder)
            .containers(host)
            .task(place(), folder, "true", List.of("TOKEN", "EMPTY", "TOKEN", "MISSING", "OTHER*"));
    assertThat(task.spec().arguments())
        .containsSubsequence("--env", "TOKEN", "--env", "EMPTY")
        .doesNotContain("MISSING", "OTHER*")
        .noneMatch(argument -> argument.contains("secret"))
        .containsOnlyOnce("TOKEN");
    assertThat(task.spec().environment()).isEqualTo(host);
  }

  @Test
  void theUserIsTheOneOfThisProcess() throws Exception {
    Path file = Files.createFile(folder.resolve("mine"));
    assertThat(UserIds.ofThisProcess().uid()).isEqualTo(Files.getAttribute(file, "unix:uid"));
  }

  @Test
  void aFolderWithAColonCannotBeMounted() {
    assertThatThrownBy(
            () ->
                new FakeRuntime(folder)
                    .containers()
                    .task(place(), Path.of("/ws/a:b"), "true", List.of()))
        .isInstanceOf(WorkspaceProblem.class)
        .hasMessageContaining("a:b");
  }

  @Test
  void everyContainerHasANameOfItsOwn() throws Exception {
    Containers containers =
        new Containers(
            new ProgramLookup(folder, ""),
            Environment.empty(),
            Spawner.platform(),
            Clock.system(),
            warning -> {});
    assertThat(containers.task(place(), folder, "true", List.of()).name())
        .startsWith("polyplug-")
        .isNotEqualTo(containers.task(place(), folder, "true", List.of()).name());
  }

  @Test
  void aTaskThatExitsIsNotRemovedAgain() throws Exception {
    FakeRuntime runtime = new FakeRuntime(folder);
    runtime.add("podman", "run) echo out; exit 7;;");
    CommandResult result = task(runtime).run(FakeRuntime.runner(), "1", LONG);
    assertThat(result.status()).contains(new ExitStatus.Exited(7));
    assertThat(result.stdout()).isEqualTo("out\n");
    assertThat(runtime.calls()).singleElement().asString().startsWith("podman run ");
  }

  @Test
  void aTaskThatTimesOutIsKilledAndRemoved() throws Exception {
    FakeRuntime runtime = new FakeRuntime(folder);
    runtime.add("podman", "run) exec sleep 1000;;");
    CommandResult result = task(runtime).run(FakeRuntime.runner(), "1", Duration.ofMillis(200));
    assertThat(result.timedOut()).isTrue();
    assertThat(runtime.calls().reversed())
        .startsWith("podman rm -f polyplug-test", "podman kill polyplug-test");
    assertThat(runtime.warnings).isEmpty();
  }

  @Test
  void aTaskWhoseRuntimeIsKilledByOthersIsRemoved() throws Exception {
    FakeRuntime runtime = new FakeRuntime(folder);
    runtime.add("podman", "run) kill -9 $$;;");
    CommandResult result = task(runtime).run(FakeRuntime.runner(), "1", LONG);
    assertThat(result.status()).contains(new ExitStatus.Signaled(9));
    assertThat(runtime.calls()).endsWith("podman rm -f polyplug-test");
  }

  @Test
  void aContainerThatCannotBeRemovedIsToldOf() throws Exception {
    FakeRuntime runtime = new FakeRuntime(folder);
    runtime.add("podman", "kill|rm) exit 1;;");
    task(runtime).remove();
    assertThat(runtime.warnings)
        .containsExactly(
            "The container of a task that was ended may still be there;"
                + " \"podman rm -f polyplug-test\" removes it.");
  }

  @Test
  void aContainerThatIsNotThereIsNoReasonForAWarning() throws Exception {
    FakeRuntime runtime = new FakeRuntime(folder);
    runtime.add("podman", "*) exit 1;;");
    task(runtime).remove();
    assertThat(runtime.warnings).isEmpty();
  }

  private Placement.InContainer place() {
    return new Placement.InContainer("podman", folder.resolve("podman"), "debian:12");
  }

  private ContainerTask task(FakeRuntime runtime) throws WorkspaceProblem {
    return runtime.containers().task(place(), folder, "true", List.of());
  }
}
