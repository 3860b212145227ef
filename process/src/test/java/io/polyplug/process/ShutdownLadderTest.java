package io.polyplug.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import io.polyplug.base.ManualClock;
import io.polyplug.process.ShutdownLadder.Outcome;
import io.polyplug.process.ShutdownLadder.Step;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ShutdownLadderTest {
  private static final Duration REAL = Duration.ofSeconds(20);
  private static final Duration TWO = Duration.ofSeconds(2);
  private static final ShutdownLadder ALL =
      ShutdownLadder.killAtOnce(TWO)
          .withAsk(Duration.ofSeconds(5))
          .withCloseInput(TWO)
          .withTerminate(TWO);

  private final ManualClock clock = new ManualClock();

  @Test
  void aChildThatGoesWhenAskedSeesNoFurtherStep() throws Exception {
    try (Child child = start("read line; exit 3")) {
      Outcome outcome =
          ALL.end(
              child,
              () -> {
                write(child, "bye\n");
                return new CompletableFuture<>();
              },
              clock);
      assertThat(outcome.last()).isEqualTo(Step.ASK);
      assertThat(outcome.status()).contains(new ExitStatus.Exited(3));
      assertThat(outcome.isClean()).isTrue();
    }
  }

  @Test
  void theAskStepEndsWithTheAnswer() throws Exception {
    try (Child child = start("cat >/dev/null; exit 0")) {
      Outcome outcome = ALL.end(child, () -> CompletableFuture.completedFuture("ok"), clock);
      assertThat(outcome.last()).isEqualTo(Step.CLOSE_INPUT);
      assertThat(outcome.status()).contains(new ExitStatus.Exited(0));
    }
  }

  @Test
  void eachStepHasItsTimeAndTermComesBeforeKill() throws Exception {
    try (Child child = start("trap '' TERM; echo up; while :; do sleep 60; done")) {
      assertThat(child.stdout().read()).isEqualTo('u');
      FutureTask<Outcome> end = inBackground(child, ALL);
      step(Duration.ofSeconds(5));
      step(TWO);
      assertThat(child.isAlive()).isTrue();
      step(TWO);
      Outcome outcome = end.get(20, TimeUnit.SECONDS);
      assertThat(outcome.last()).isEqualTo(Step.KILL);
      assertThat(outcome.status()).contains(new ExitStatus.Signaled(Signals.KILL));
    }
  }

  @Test
  void theBudgetBoundsAskAndCloseTogether() throws Exception {
    ShutdownLadder bounded =
        ShutdownLadder.killAtOnce(TWO)
            .withAsk(TWO)
            .withCloseInput(Duration.ofSeconds(4))
            .withBudget(Duration.ofSeconds(4));
    try (Child child = start("exec sleep 60")) {
      FutureTask<Outcome> end = inBackground(child, bounded);
      step(TWO);
      step(TWO);
      assertThat(end.get(20, TimeUnit.SECONDS).last()).isEqualTo(Step.KILL);
    }
  }

  @Test
  void killAtOnceTakesNoOtherStep() throws Exception {
    try (Child child = start("trap 'echo term' TERM; while :; do sleep 60; done")) {
      Outcome outcome = ShutdownLadder.killAtOnce(TWO).end(child, Clock.system());
      assertThat(outcome.last()).isEqualTo(Step.KILL);
      assertThat(outcome.status()).contains(new ExitStatus.Signaled(Signals.KILL));
      assertThat(child.stdout().readAllBytes()).isEmpty();
    }
  }

  @Test
  void aDescendantOutsideTheGroupThatIgnoresTermIsKilledAfterItsParentWentAtTerm()
      throws Exception {
    try (Child child =
        start("trap 'exit 0' TERM; setsid sh -c 'trap \"\" TERM; echo $$; exec sleep 60' & wait")) {
      byte[] bytes = new byte[32];
      int count = child.stdout().read(bytes, 0, 32);
      long escaped = Long.parseLong(new String(bytes, 0, count, StandardCharsets.UTF_8).trim());
      Outcome outcome =
          ShutdownLadder.killAtOnce(TWO).withTerminate(REAL).end(child, Clock.system());
      assertThat(outcome.last()).isEqualTo(Step.TERMINATE);
      Processes.awaitGone(escaped);
    }
  }

  @Test
  void aDescendantOutsideTheGroupIsKilledWhenTheChildGoesBecauseItWasAsked() throws Exception {
    try (Child child =
        start("setsid sh -c 'echo $$; exec sleep 60 >/dev/null 2>&1' & read line; exit 0")) {
      byte[] bytes = new byte[32];
      int count = child.stdout().read(bytes, 0, 32);
      long escaped = Long.parseLong(new String(bytes, 0, count, StandardCharsets.UTF_8).trim());
      Outcome outcome =
          ALL.withAsk(REAL)
              .end(
                  child,
                  () -> {
                    write(child, "bye\n");
                    return new CompletableFuture<>();
                  },
                  clock);
      assertThat(outcome.isClean()).isTrue();
      Processes.awaitGone(escaped);
    }
  }

  @Test
  void aChildThatHasExitedOnlyLosesItsLeftovers() throws Exception {
    try (Child child = start("sleep 60 >/dev/null 2>&1 & echo $!")) {
      String pid = new String(child.stdout().readAllBytes(), StandardCharsets.UTF_8).trim();
      assertThat(child.awaitExit(REAL)).isPresent();
      assertThat(ALL.end(child, clock).last()).isEqualTo(Step.BEFORE);
      Processes.awaitGone(Long.parseLong(pid));
    }
  }

  private static Child start(String script) throws LaunchFailure {
    return Spawner.platform()
        .start(
            ProcessSpec.of(Path.of("/bin/sh"))
                .arguments("-c", script)
                .environment(Environment.empty().inherit("PATH"))
                .build());
  }

  private FutureTask<Outcome> inBackground(Child child, ShutdownLadder ladder) {
    FutureTask<Outcome> task =
        new FutureTask<>(() -> ladder.end(child, CompletableFuture::new, clock));
    Thread.ofPlatform().daemon().start(task);
    return task;
  }

  private void step(Duration time) throws InterruptedException, ExecutionException {
    assertThat(clock.awaitWaiting(1, REAL)).isTrue();
    clock.advance(time);
  }

  private static void write(Child child, String text) {
    try {
      child.stdin().write(text.getBytes(StandardCharsets.UTF_8));
    } catch (java.io.IOException failure) {
      throw new java.io.UncheckedIOException(failure);
    }
  }
}
