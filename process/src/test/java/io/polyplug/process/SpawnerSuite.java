package io.polyplug.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every spawner promises. */
abstract class SpawnerSuite {
  static final Duration LONG = Duration.ofSeconds(20);
  static final Path SH = Path.of("/bin/sh");

  @TempDir Path folder;

  abstract Spawner spawner();

  final Child sh(String script) throws LaunchFailure {
    return spawner().start(shell(script).build());
  }

  final ProcessSpec.Builder shell(String script) {
    return ProcessSpec.of(SH)
        .arguments("-c", script)
        .folder(folder)
        .environment(Environment.empty().inherit("PATH"));
  }

  static String all(ChildOutput output) throws IOException {
    return new String(output.readAllBytes(), UTF_8);
  }

  static ExitStatus exitOf(Child child) throws InterruptedException {
    Optional<ExitStatus> status = child.awaitExit(LONG);
    assertThat(status).as("exit of %s", child).isPresent();
    return status.get();
  }

  @Test
  void whatTheChildWritesIsRead() throws Exception {
    try (Child child = sh("printf 'one\\ntwo\\n'")) {
      assertThat(all(child.stdout())).isEqualTo("one\ntwo\n");
      assertThat(exitOf(child)).isEqualTo(new ExitStatus.Exited(0));
    }
  }

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
  void whatIsWrittenReachesTheChild() throws Exception {
    try (Child child = sh("exec cat")) {
      child.stdin().write("höst\n".getBytes(UTF_8));
      child.closeStdin();
      assertThat(all(child.stdout())).isEqualTo("höst\n");
    }
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
  void stderrIsDrainedAndItsTailKept() throws Exception {
    ProcessSpec spec =
        shell("head -c 2000000 /dev/zero >&2; printf 'the end' >&2; echo done")
            .stderr(StderrPolicy.tail(16))
            .build();
    try (Child child = spawner().start(spec)) {
      assertThat(all(child.stdout())).isEqualTo("done\n");
      exitOf(child);
      assertThat(child.stderrTail()).hasSize(16).endsWith("the end");
    }
  }

  @Test
  void stderrLinesReachTheConsumerInOrderAndBounded() throws Exception {
    List<String> lines = java.util.Collections.synchronizedList(new ArrayList<>());
    ProcessSpec spec =
        shell("echo one >&2; echo 0123456789 >&2; printf last >&2")
            .stderr(StderrPolicy.lines(8, lines::add))
            .build();
    try (Child child = spawner().start(spec)) {
      exitOf(child);
    }
    assertThat(lines).containsExactly("one", "01234567… (2 bytes dropped)", "last");
  }

  @Test
  void aStderrLineArrivesWhileTheChildRuns() throws Exception {
    LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    ProcessSpec spec =
        shell("echo up >&2; exec cat").stderr(StderrPolicy.lines(80, lines::add)).build();
    try (Child child = spawner().start(spec)) {
      assertThat(lines.poll(20, TimeUnit.SECONDS)).isEqualTo("up");
      assertThat(child.isAlive()).isTrue();
    }
  }

  @Test
  void aPipedStderrIsReadByTheCaller() throws Exception {
    ProcessSpec spec = shell("echo out; echo err >&2").stderr(StderrPolicy.piped()).build();
    try (Child child = spawner().start(spec)) {
      assertThat(all(child.stderr())).isEqualTo("err\n");
      assertThat(all(child.stdout())).isEqualTo("out\n");
    }
  }

  @Test
  void nullStreamsAreAtTheirEnd() throws Exception {
    ProcessSpec spec =
        shell("cat; echo lost")
            .stdin(ProcessSpec.Redirect.NULL)
            .stdout(ProcessSpec.Redirect.NULL)
            .stderr(StderrPolicy.discard())
            .build();
    try (Child child = spawner().start(spec)) {
      assertThat(exitOf(child)).isEqualTo(new ExitStatus.Exited(0));
      assertThat(all(child.stdout())).isEmpty();
      assertThatThrownBy(() -> child.stdin().write(1)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aMegabyteEachWayComesThroughWhole() throws Exception {
    byte[] sent = new byte[1 << 20];
    new java.util.Random(5).nextBytes(sent);
    try (Child child = sh("exec cat")) {
      Thread writer =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      child.stdin().write(sent);
                    } catch (IOException unexpected) {
                      throw new java.io.UncheckedIOException(unexpected);
                    }
                    child.closeStdin();
                  });
      assertThat(child.stdout().readAllBytes()).isEqualTo(sent);
      writer.join();
    }
  }

  @Test
  void aBlockedReaderIsWokenByClose() throws Exception {
    try (Child child = sh("exec sleep 60")) {
      CompletableFuture<Throwable> thrown = new CompletableFuture<>();
      Thread reader = inBlockingCall(() -> child.stdout().read(new byte[8], 0, 8), thrown);
      child.stdout().close();
      assertThat(thrown.get(20, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
      reader.join();
    }
  }

  @Test
  void aBlockedWriterIsWokenByClose() throws Exception {
    try (Child child = sh("exec sleep 60")) {
      CompletableFuture<Throwable> thrown = new CompletableFuture<>();
      byte[] much = new byte[1 << 20];
      Thread writer = inBlockingCall(() -> child.stdin().write(much), thrown);
      child.stdin().close();
      assertThat(thrown.get(20, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
      writer.join();
    }
  }

  @Test
  void manyMayCloseABlockedStreamAtOnce() throws Exception {
    for (int round = 0; round < 20; round++) {
      try (Child child = sh("exec sleep 60")) {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread reader = inBlockingCall(() -> child.stdout().read(new byte[8], 0, 8), thrown);
        List<Thread> closers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          closers.add(Thread.ofPlatform().start(child.stdout()::close));
        }
        for (Thread closer : closers) {
          closer.join();
        }
        assertThat(thrown.get(20, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
        reader.join();
      }
    }
  }

  interface Call {
    void run() throws Exception;
  }

  /** Returns when the thread is about to make the call; its failure completes the future. */
  private static Thread inBlockingCall(Call call, CompletableFuture<Throwable> thrown)
      throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  begun.countDown();
                  try {
                    call.run();
                    thrown.complete(new AssertionError("the call returned"));
                  } catch (Exception failure) {
                    thrown.complete(failure);
                  }
                });
    begun.await();
    return thread;
  }

  @Test
  void writingToAChildThatIsGoneFails() throws Exception {
    try (Child child = sh("exit 0")) {
      exitOf(child);
      assertThatThrownBy(() -> writeMuch(child))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("broken pipe");
    }
  }

  private static void writeMuch(Child child) throws IOException {
    for (int i = 0; i < 3; i++) {
      child.stdin().write(new byte[1 << 17]);
    }
  }

  @Test
  void whatWasWrittenBeforeAnExitCanBeReadAfterIt() throws Exception {
    try (Child child = sh("printf answer")) {
      exitOf(child);
      assertThat(all(child.stdout())).isEqualTo("answer");
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
  void availableBytesAreReadWithoutBlockingUntilTheEnd() throws Exception {
    try (Child child = sh("read line; printf ab")) {
      byte[] bytes = new byte[64];
      assertThat(child.stdout().readAvailable(bytes, 0, 64)).isZero();
      child.stdin().write('\n');
      assertThat(child.stdout().read(bytes, 0, 1)).isEqualTo(1);
      exitOf(child);
      assertThat(all(child.stdout())).isEqualTo("b");
      assertThat(child.stdout().readAvailable(bytes, 0, 64)).isEqualTo(-1);
    }
  }

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
