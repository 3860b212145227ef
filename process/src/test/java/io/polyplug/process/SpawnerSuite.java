package io.polyplug.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What every spawner promises: of starts and ends, and of streams. */
abstract class SpawnerSuite extends SpawnerStreamsSuite {
  @Test
  void aChildWhoseOwnerCannotBeMadeIsEnded() {
    List<Child> started = new ArrayList<>();
    ProcessSpec spec = shell("exec sleep 3600").build();
    assertThatThrownBy(
            () ->
                spawner()
                    .start(
                        spec,
                        child -> {
                          started.add(child);
                          throw new IllegalStateException("no owner");
                        }))
        .hasMessage("no owner");
    Processes.awaitGone(started.getFirst().pid());
  }

  @Test
  void anExitCodeIsKept() throws Exception {
    try (Child child = sh("exit 7")) {
      assertThat(exitOf(child)).isEqualTo(new ExitStatus.Exited(7));
      assertThat(exitOf(child).sentence()).isEqualTo("exited with code 7");
    }
  }

  @Test
  void aSignalIsKeptWithItsName() throws Exception {
    try (Child child = sh("kill -SEGV $$")) {
      assertThat(exitOf(child)).isEqualTo(new ExitStatus.Signaled(11));
      assertThat(exitOf(child).sentence()).isEqualTo("was killed by signal 11 (SIGSEGV)");
    }
  }

  @Test
  void argumentsAreAVectorAndNoShellSeesThem() throws Exception {
    ProcessSpec spec =
        ProcessSpec.of(SH)
            .arguments("-c", "printf '[%s]' \"$@\"", "name", "a b", "$HOME;`ls`", "", "*")
            .build();
    try (Child child = spawner().start(spec)) {
      assertThat(all(child.stdout())).isEqualTo("[a b][$HOME;`ls`][][*]");
    }
  }

  @Test
  void theEnvironmentIsExactlyWhatWasGiven() throws Exception {
    Path env = ProgramLookup.ofHost().find("env");
    try (Child child = spawner().start(ProcessSpec.of(env).build())) {
      assertThat(all(child.stdout())).isEmpty();
    }
    Environment two = Environment.empty().with("A", "1").with("B", "x=y z").with("A", "2");
    try (Child child = spawner().start(ProcessSpec.of(env).environment(two).build())) {
      assertThat(all(child.stdout()).lines()).containsExactlyInAnyOrder("B=x=y z", "A=2");
    }
  }

  @Test
  void theWorkingFolderIsTheGivenOne() throws Exception {
    try (Child child = sh("pwd -P")) {
      assertThat(all(child.stdout()).trim()).isEqualTo(folder.toRealPath().toString());
    }
  }

  @Test
  void theChildSeesNoDescriptorButItsThree() throws Exception {
    Files.writeString(folder.resolve("held"), "x");
    try (var held = Files.newByteChannel(folder.resolve("held"));
        Child child = sh("exec ls /proc/self/fd")) {
      assertThat(held.isOpen()).isTrue();
      // ls itself opens the folder as its fourth.
      assertThat(all(child.stdout())).isEqualTo("0\n1\n2\n3\n");
    }
  }

  @Test
  void anExitIsSeenWhileAGrandchildHoldsStdout() throws Exception {
    try (Child child = sh("sleep 60 & printf answer")) {
      byte[] bytes = new byte[64];
      int count = child.stdout().read(bytes, 0, bytes.length);
      assertThat(new String(bytes, 0, count, UTF_8)).isEqualTo("answer");
      assertThat(exitOf(child)).isEqualTo(new ExitStatus.Exited(0));
      // The JVM ends its stream with the process, whoever holds the pipe.
      assertThat(child.stdout().readAvailable(bytes, 0, bytes.length)).isNotPositive();
      killLeftover(child);
    }
  }

  /** For spawners without groups, which do not promise it. */
  void killLeftover(Child child) throws Exception {}

  @Test
  void exitIsToldToWhoeverAsksBeforeOrAfter() throws Exception {
    LinkedBlockingQueue<ExitStatus> seen = new LinkedBlockingQueue<>();
    try (Child child = sh("read line; exit 4")) {
      assertThat(child.exitStatus()).isEmpty();
      assertThat(child.awaitExit(Duration.ZERO)).isEmpty();
      child.onExit(seen::add);
      child.closeStdin();
      assertThat(seen.poll(20, TimeUnit.SECONDS)).isEqualTo(new ExitStatus.Exited(4));
      child.onExit(seen::add);
      assertThat(seen.poll(20, TimeUnit.SECONDS)).isEqualTo(new ExitStatus.Exited(4));
      assertThat(child.signal(Signals.TERM)).isFalse();
    }
  }

  /** On platform threads, one of which may see the exit for all. */
  @Test
  void everyThreadThatWaitsIsToldTheExitAndEachListenerOnce() throws Exception {
    LinkedBlockingQueue<ExitStatus> told = new LinkedBlockingQueue<>();
    for (int round = 0; round < 50; round++) {
      List<FutureTask<ExitStatus>> waiting = new ArrayList<>();
      try (Child child = sh("read line; exit 4")) {
        child.onExit(told::add);
        for (int i = 0; i < 3; i++) {
          FutureTask<ExitStatus> one = new FutureTask<>(() -> exitOf(child));
          waiting.add(one);
          Thread.ofPlatform().start(one);
        }
        child.closeStdin();
        for (FutureTask<ExitStatus> one : waiting) {
          assertThat(one.get(20, TimeUnit.SECONDS)).isEqualTo(new ExitStatus.Exited(4));
        }
        assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo(new ExitStatus.Exited(4));
      }
    }
    assertThat(told).isEmpty();
  }

  @Test
  void anExitIsStillSeenWhenWhoeverWaitedForItGaveUp() throws Exception {
    LinkedBlockingQueue<ExitStatus> told = new LinkedBlockingQueue<>();
    try (Child child = sh("read line; exit 4")) {
      child.onExit(told::add);
      assertThat(child.awaitExit(Duration.ofMillis(2))).isEmpty();
      FutureTask<ExitStatus> interrupted = new FutureTask<>(() -> exitOf(child));
      Thread thread = Thread.ofPlatform().start(interrupted);
      thread.interrupt();
      assertThatThrownBy(() -> interrupted.get(20, TimeUnit.SECONDS))
          .hasCauseInstanceOf(InterruptedException.class);
      child.closeStdin();
      assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo(new ExitStatus.Exited(4));
    }
  }

  @Test
  void closeEndsAChildThatIgnoresTermWithItsChildren() throws Exception {
    Path pids = folder.resolve("pids");
    Child child =
        sh("trap '' TERM; sh -c 'trap \"\" TERM; exec sleep 60' & echo $! > pids; echo up; wait");
    assertThat(child.stdout().read()).isEqualTo('u');
    long grandchild = Long.parseLong(Files.readString(pids).trim());
    assertThat(Processes.isAlive(grandchild)).isTrue();
    child.close();
    assertThat(exitOf(child)).isEqualTo(new ExitStatus.Signaled(Signals.KILL));
    Processes.awaitGone(grandchild);
    child.close();
  }

  @Test
  void aMissingProgramIsNotFound() {
    assertReason(folder.resolve("none"), folder, LaunchFailure.Reason.NOT_FOUND);
  }

  @Test
  void aFileWithoutTheRightIsNotExecutable() throws Exception {
    Path file = Files.writeString(folder.resolve("plain"), "#!/bin/sh\n");
    assertReason(file, folder, LaunchFailure.Reason.NOT_EXECUTABLE);
  }

  @Test
  void aTextWithoutAnInterpreterIsNoProgram() throws Exception {
    Path file = Files.writeString(folder.resolve("text"), "echo hi\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    assertReason(file, folder, LaunchFailure.Reason.NOT_A_PROGRAM);
  }

  @Test
  void aMissingFolderIsABadFolder() {
    assertReason(SH, folder.resolve("none"), LaunchFailure.Reason.BAD_FOLDER);
  }

  @Test
  void tooManyArgumentsAreTooLong() {
    ProcessSpec spec = ProcessSpec.of(SH).arguments("x".repeat(4 << 20)).build();
    assertThatThrownBy(() -> spawner().start(spec))
        .isInstanceOfSatisfying(
            LaunchFailure.class,
            failure ->
                assertThat(failure.reason()).isEqualTo(LaunchFailure.Reason.ARGUMENTS_TOO_LONG));
  }

  private void assertReason(Path program, Path where, LaunchFailure.Reason reason) {
    assertThatThrownBy(() -> spawner().start(ProcessSpec.of(program).folder(where).build()))
        .isInstanceOfSatisfying(
            LaunchFailure.class, failure -> assertThat(failure.reason()).isEqualTo(reason));
  }
}
