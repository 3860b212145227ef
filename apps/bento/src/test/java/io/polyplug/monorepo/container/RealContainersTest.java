package io.polyplug.monorepo.container;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.build.testing.Fifo;
import io.polyplug.process.CommandResult;
import io.polyplug.process.CommandRunner;
import io.polyplug.process.Environment;
import io.polyplug.process.ExitStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Section 8 with a real runtime. */
final class RealContainersTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** PID 1 of a container does not even listen to TERM. */
  private static final String STUBBORN = "trap '' TERM; echo up > started; sleep 1000";

  @TempDir static Path folder;
  @TempDir Path dish;
  private static Podman podman;
  private Thread thread;

  @BeforeAll
  static void prepare() throws Exception {
    podman = new Podman(folder, Environment.empty().with("TOKEN", "t0k").with("OTHER", "x"));
  }

  @AfterAll
  static void cleanUp() throws Exception {
    if (podman != null) {
      podman.empty();
    }
  }

  @Test
  void aTaskRunsInItsDishAsThisUserAndItsFilesStay() throws Exception {
    CommandResult result = run("pwd; id -u; id -g; echo $HOME; cat; touch made; exit 3");
    UserIds user = UserIds.ofThisProcess();
    assertThat(result.stdout().lines())
        .containsExactly(
            Containers.MOUNT,
            Integer.toString(user.uid()),
            Integer.toString(user.gid()),
            Containers.MOUNT);
    assertThat(result.status()).contains(new ExitStatus.Exited(3));
    assertThat(dish.resolve("made")).exists();
    assertThat(podman.containers()).isEmpty();
  }

  @Test
  void onlyNamedVariablesReachATask() throws Exception {
    assertThat(run("env", "TOKEN", "MISSING").stdout().lines())
        .contains("TOKEN=t0k", "HOME=" + Containers.MOUNT)
        .noneMatch(line -> line.startsWith("OTHER=") || line.startsWith("MISSING="));
  }

  @Test
  void aListedHomeIsTheHostsOne() throws Exception {
    assertThat(run("echo $HOME", "HOME").stdout().strip()).isEqualTo(System.getenv("HOME"));
  }

  @Test
  void aTaskThatTimesOutLeavesNoContainer() throws Exception {
    CommandResult result =
        podman.task(dish, STUBBORN).run(FakeRuntime.runner(), "1", Duration.ofSeconds(2));
    assertThat(result.timedOut()).isTrue();
    assertThat(podman.containers()).isEmpty();
  }

  @Test
  void aCancelledTaskLeavesNoContainer() throws Exception {
    CommandRunner runner = FakeRuntime.runner();
    FutureTask<CommandResult> run = start(runner);
    var _ = runner.cancel("1");
    assertThat(run.get(60, SECONDS).cancelled()).isTrue();
    assertThat(podman.containers()).isEmpty();
    assertThat(podman.warnings).isEmpty();
  }

  @Test
  void anInterruptedTaskLeavesNoContainer() throws Exception {
    FutureTask<CommandResult> run = start(FakeRuntime.runner());
    thread.interrupt();
    assertThatThrownBy(() -> run.get(60, SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(podman.containers()).isEmpty();
  }

  /** Returns when the task in the container has begun. */
  private FutureTask<CommandResult> start(CommandRunner runner) throws Exception {
    Fifo started = new Fifo(dish.resolve("started"));
    ContainerTask task = podman.task(dish, STUBBORN);
    FutureTask<CommandResult> run = new FutureTask<>(() -> task.run(runner, "1", LONG));
    thread = Thread.ofPlatform().daemon().start(run);
    assertThat(started.awaitLine()).isEqualTo("up");
    return run;
  }

  private CommandResult run(String command, String... env) throws Exception {
    return podman.task(dish, command, env).run(FakeRuntime.runner(), "1", LONG);
  }
}
