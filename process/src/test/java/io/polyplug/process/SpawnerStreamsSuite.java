package io.polyplug.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What every spawner promises of the streams of a child. */
abstract class SpawnerStreamsSuite extends SpawnerFixture {
  @Test
  void whatTheChildWritesIsRead() throws Exception {
    try (Child child = sh("printf 'one\\ntwo\\n'")) {
      assertThat(all(child.stdout())).isEqualTo("one\ntwo\n");
      assertThat(exitOf(child)).isEqualTo(new ExitStatus.Exited(0));
    }
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
}
