package io.polyplug.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.base.ManualClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A process in memory is to its host as any other. */
class MemorySpawnerTest {
  private static final Path PROGRAM = Path.of("/programs/one");
  private static final Duration AT_MOST = Duration.ofSeconds(20);

  private final ManualClock clock = new ManualClock();
  private final MemorySpawner spawner = new MemorySpawner(clock);

  @AfterEach
  void close() {
    spawner.close();
  }

  private Child start(MemoryProgram program) throws LaunchFailure {
    return spawner.program(PROGRAM, program).start(ProcessSpec.of(PROGRAM).build());
  }

  private static int sleepForever(MemoryProcess self) throws InterruptedException {
    new CountDownLatch(1).await();
    return 0;
  }

  private static ExitStatus exit(Child child) throws Exception {
    return child.exit().get(AT_MOST.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void whatIsWrittenIsReadAndTheEndOfInputIsSeen() throws Exception {
    Child child =
        start(
            self -> {
              self.stdin().transferTo(self.stdout());
              return 5;
            });
    child.stdin().write("hello".getBytes(StandardCharsets.UTF_8));
    child.closeStdin();
    assertThat(child.stdout().readAllBytes()).asString().isEqualTo("hello");
    assertThat(exit(child)).isEqualTo(new ExitStatus.Exited(5));
  }

  @Test
  void whatIsLargerThanThePipePassesThroughIt() throws Exception {
    byte[] large = new byte[300_000];
    Arrays.fill(large, (byte) 'x');
    Child child =
        start(
            self -> {
              self.stdout().write(large);
              return 0;
            });
    assertThat(child.stdout().readAllBytes()).isEqualTo(large);
  }

  @Test
  void anOfferTakesWhatFits() throws Exception {
    Child child = start(MemorySpawnerTest::sleepForever);
    assertThat(child.stdin().offer(new byte[100_000], 0, 100_000)).isEqualTo(64 << 10);
    assertThat(child.stdin().offer(new byte[1], 0, 1)).isZero();
  }

  @Test
  void argumentsAndEnvironmentArrive() throws Exception {
    Child child =
        spawner
            .otherwise(
                self -> {
                  String text =
                      self.spec().arguments() + " " + self.spec().environment().variables();
                  self.stdout().write(text.getBytes(StandardCharsets.UTF_8));
                  return 0;
                })
            .start(
                ProcessSpec.of(PROGRAM)
                    .arguments("a", "b")
                    .environment(Environment.empty().with("K", "v"))
                    .build());
    assertThat(child.stdout().readAllBytes()).asString().isEqualTo("[a, b] {K=v}");
  }

  @Test
  void aProgramThatThrowsExitsWithOneAndATrace() throws Exception {
    Child child =
        start(
            self -> {
              throw new IllegalStateException("broken");
            });
    assertThat(exit(child)).isEqualTo(new ExitStatus.Exited(1));
    assertThat(child.stderrTail()).contains("IllegalStateException: broken");
  }

  @Test
  void linesOfStderrReachTheirConsumer() throws Exception {
    List<String> lines = new ArrayList<>();
    Child child =
        spawner
            .otherwise(
                self -> {
                  self.stderr().print("one\ntwo");
                  return 0;
                })
            .start(ProcessSpec.of(PROGRAM).stderr(StderrPolicy.lines(100, lines::add)).build());
    exit(child);
    assertThat(lines).containsExactly("one", "two");
  }

  @Test
  void theFirstEndCountsEvenIfTheProgramReturnsBecauseOfIt() throws Exception {
    for (int i = 0; i < 200; i++) {
      CompletableFuture<MemoryProcess> running = new CompletableFuture<>();
      Child child =
          start(
              self -> {
                running.complete(self);
                self.stdin().readAllBytes();
                return 0;
              });
      running.get(AT_MOST.toSeconds(), TimeUnit.SECONDS).exit(7);
      assertThat(exit(child)).isEqualTo(new ExitStatus.Exited(7));
    }
  }

  @Test
  void aSignalEndsItAndInterruptsItsThread() throws Exception {
    Child child = start(MemorySpawnerTest::sleepForever);
    assertThat(child.signal(Signals.KILL)).isTrue();
    assertThat(exit(child)).isEqualTo(new ExitStatus.Signaled(Signals.KILL));
    assertThat(child.signal(Signals.KILL)).isFalse();
    spawner.close();
    assertThat(spawner.leftThreads()).isEmpty();
  }

  @Test
  void termIsHandledByWhoWantsTo() throws Exception {
    CountDownLatch ready = new CountDownLatch(1);
    Child child =
        start(
            self -> {
              self.onTerm(() -> self.exit(3));
              ready.countDown();
              return sleepForever(self);
            });
    ready.await();
    child.signalTree(Signals.TERM);
    assertThat(exit(child)).isEqualTo(new ExitStatus.Exited(3));
  }

  @Test
  void afterTheExitWritesFailAndWhatItWroteCanBeRead() throws Exception {
    Child child =
        start(
            self -> {
              self.stdout().write('x');
              return 0;
            });
    exit(child);
    assertThatThrownBy(() -> child.stdin().write(1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("broken pipe");
    assertThat(child.stdout().readAllBytes()).asString().isEqualTo("x");
  }

  @Test
  void anExitIsAwaitedInTheTimeOfTheClock() throws Exception {
    Child child = start(MemorySpawnerTest::sleepForever);
    CompletableFuture<Optional<ExitStatus>> waited = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                waited.complete(child.awaitExit(Duration.ofHours(1)));
              } catch (InterruptedException e) {
                waited.completeExceptionally(e);
              }
            });
    assertThat(clock.awaitWaiting(1, AT_MOST)).isTrue();
    clock.advance(Duration.ofHours(1));
    assertThat(waited.get(AT_MOST.toSeconds(), TimeUnit.SECONDS)).isEmpty();
  }

  @Test
  void aLadderGoesDownInVirtualTime() throws Exception {
    CountDownLatch ready = new CountDownLatch(1);
    Child child =
        start(
            self -> {
              self.onTerm(() -> {});
              ready.countDown();
              return sleepForever(self);
            });
    ready.await();
    ShutdownLadder ladder =
        ShutdownLadder.killAtOnce(Duration.ofSeconds(1))
            .withCloseInput(Duration.ofMinutes(1))
            .withTerminate(Duration.ofMinutes(1));
    CompletableFuture<ShutdownLadder.Outcome> outcome = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                outcome.complete(ladder.end(child, clock));
              } catch (InterruptedException e) {
                outcome.completeExceptionally(e);
              }
            });
    for (int step = 0; step < 2; step++) {
      assertThat(clock.awaitWaiting(1, AT_MOST)).isTrue();
      clock.advance(Duration.ofMinutes(1));
    }
    assertThat(outcome.get(AT_MOST.toSeconds(), TimeUnit.SECONDS).last())
        .isEqualTo(ShutdownLadder.Step.KILL);
  }

  @Test
  void aProgramThatNobodyGaveIsNotFound() {
    assertThatThrownBy(() -> spawner.start(ProcessSpec.of(PROGRAM).build()))
        .isInstanceOfSatisfying(
            LaunchFailure.class,
            it -> assertThat(it.reason()).isEqualTo(LaunchFailure.Reason.NOT_FOUND));
  }

  @Test
  void itIsQuietWhenAllIsRead() throws Exception {
    Child child = start(MemorySpawnerTest::sleepForever);
    child.stdin().write(1);
    assertThat(spawner.awaitQuiet(Duration.ofMillis(1), Duration.ofMillis(20))).isFalse();
    child.close();
    assertThat(spawner.awaitQuiet(Duration.ofMillis(1), AT_MOST)).isTrue();
  }
}
