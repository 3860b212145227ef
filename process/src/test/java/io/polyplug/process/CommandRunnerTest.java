package io.polyplug.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.base.Clock;
import io.polyplug.build.testing.Fifo;
import io.polyplug.process.CommandRunner.Keep;
import io.polyplug.process.CommandRunner.Limits;
import io.polyplug.process.CommandRunner.Refused;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandRunnerTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(100);

  @TempDir Path folder;

  @Test
  void stdinOutputsAndStatusComeThrough() throws Exception {
    CommandResult result = run(runner(1, 100, Keep.LAST), "cat; echo err >&2; exit 3", "häh");
    assertThat(result.stdout()).isEqualTo("häh");
    assertThat(result.stderr()).isEqualTo("err\n");
    assertThat(result.status()).contains(new ExitStatus.Exited(3));
    assertThat(result.timedOut()).isFalse();
    assertThat(result.cancelled()).isFalse();
    assertThat(result.stdoutTruncated()).isFalse();
  }

  @Test
  void withoutStdinTheChildSeesItsEndAtOnce() throws Exception {
    assertThat(run(runner(1, 100, Keep.LAST), "cat; echo done", null).stdout()).isEqualTo("done\n");
  }

  @Test
  void aChildThatDoesNotReadItsStdinIsNoError() throws Exception {
    CommandResult result = run(runner(1, 100, Keep.LAST), "exit 0", "x".repeat(1 << 20));
    assertThat(result.status()).contains(new ExitStatus.Exited(0));
  }

  @Test
  void theLastOrTheFirstCharactersAreKeptAndTheChildNeverBlocks() throws Exception {
    String script = "printf a; head -c 3000000 /dev/zero | tr '\\0' 'x'; printf 'bé'";
    CommandResult last = run(runner(1, 10, Keep.LAST), script, null);
    assertThat(last.stdout()).isEqualTo("xxxxxxxxbé");
    assertThat(last.stdoutTruncated()).isTrue();
    CommandResult first = run(runner(1, 10, Keep.FIRST), script, null);
    assertThat(first.stdout()).isEqualTo("axxxxxxxxx");
    assertThat(first.stdoutTruncated()).isTrue();
  }

  @Test
  void aCharacterSplitBetweenWritesIsWhole() throws Exception {
    String script = "printf '\\303'; sleep 0.05; printf '\\251|\\377'";
    assertThat(run(runner(1, 100, Keep.LAST), script, null).stdout()).isEqualTo("é|\uFFFD");
  }

  @Test
  void inTheRightCharsetEachByteIsKept() throws Exception {
    Limits bytes =
        new Limits(
            1,
            100,
            Keep.FIRST,
            Duration.ofMillis(250),
            Duration.ofMillis(500),
            StandardCharsets.ISO_8859_1);
    CommandRunner runner = new CommandRunner(Spawner.platform(), bytes, Clock.system());
    CommandResult result = runner.run("a", sh("printf '\\303\\251\\0\\377'"), null, LONG);
    assertThat(result.stdout().getBytes(StandardCharsets.ISO_8859_1))
        .containsExactly(0xc3, 0xa9, 0, 0xff);
  }

  @Test
  void aTimeoutIsTermThenKill() throws Exception {
    CommandRunner runner = runner(1, 100, Keep.LAST);
    CommandResult soft = runner.run("a", sh("exec sleep 60"), null, SHORT);
    assertThat(soft.timedOut()).isTrue();
    assertThat(soft.status()).contains(new ExitStatus.Signaled(Signals.TERM));
    CommandResult hard =
        runner.run("b", sh("trap '' TERM; while :; do sleep 60; done"), null, SHORT);
    assertThat(hard.timedOut()).isTrue();
    assertThat(hard.status()).contains(new ExitStatus.Signaled(Signals.KILL));
  }

  @Test
  void aGrandchildThatHoldsAnOutputDoesNotDelayTheRun() throws Exception {
    CommandResult result = run(runner(1, 100, Keep.LAST), "sleep 60 & echo $!", null);
    assertThat(result.status()).contains(new ExitStatus.Exited(0));
    assertThat(result.duration()).isLessThan(Duration.ofSeconds(20));
    Processes.awaitGone(Long.parseLong(result.stdout().trim()));
  }

  @Test
  void oneMoreThanTheLimitAndADuplicateAreRefusedAndCancelEndsARun() throws Exception {
    Fifo up = new Fifo(folder.resolve("up"));
    CommandRunner runner = runner(2, 100, Keep.LAST);
    FutureTask<CommandResult> running =
        new FutureTask<>(() -> runner.run("one", sh("echo one > up; exec sleep 60"), null, LONG));
    Thread.ofPlatform().daemon().start(running);
    assertThat(up.awaitLine()).isEqualTo("one");
    assertThatThrownBy(() -> runner.run("one", sh("exit 0"), null, LONG))
        .isInstanceOf(Refused.class)
        .hasMessage("Process already active for run one");
    assertThatThrownBy(() -> new NestedRun(runner, this).run())
        .isInstanceOf(Refused.class)
        .hasMessageStartingWith("Process concurrency limit reached (2).");
    runner.cancel("none").get(1, TimeUnit.SECONDS);
    runner.cancel("one").get(20, TimeUnit.SECONDS);
    CommandResult result = running.get(20, TimeUnit.SECONDS);
    assertThat(result.cancelled()).isTrue();
    assertThat(result.status()).contains(new ExitStatus.Signaled(Signals.TERM));
    assertThat(runner.run("one", sh("exit 0"), null, LONG).cancelled()).isFalse();
  }

  /** Fills the second place and asks for a third. */
  private record NestedRun(CommandRunner runner, CommandRunnerTest test) {
    void run() throws Exception {
      Fifo up = new Fifo(test.folder.resolve("two"));
      FutureTask<CommandResult> second =
          new FutureTask<>(
              () -> runner.run("two", test.sh("echo two > two; exec sleep 60"), null, LONG));
      Thread.ofPlatform().daemon().start(second);
      assertThat(up.awaitLine()).isEqualTo("two");
      try {
        runner.run("three", test.sh("exit 0"), null, LONG);
      } finally {
        runner.cancel("two").get(20, TimeUnit.SECONDS);
        second.get(20, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void anInterruptOfAGracefulRunAsksTheProgramFirst() throws Exception {
    Fifo up = new Fifo(folder.resolve("up"));
    CommandRunner runner = runner(1, 100, Keep.LAST);
    String script = "trap 'touch asked; exit 0' TERM; echo up > up; while :; do sleep 0.02; done";
    FutureTask<Boolean> running =
        new FutureTask<>(
            () -> {
              try {
                runner.runGracefully("one", sh(script), null, LONG);
                return false;
              } catch (InterruptedException expected) {
                return true;
              }
            });
    Thread caller = Thread.ofPlatform().daemon().start(running);
    assertThat(up.awaitLine()).isEqualTo("up");
    caller.interrupt();
    assertThat(running.get(20, TimeUnit.SECONDS)).isTrue();
    assertThat(folder.resolve("asked")).exists();
  }

  @Test
  void aFailedStartFreesItsPlace() throws Exception {
    CommandRunner runner = runner(1, 100, Keep.LAST);
    ProcessSpec bad = ProcessSpec.of(folder.resolve("none")).build();
    assertThatThrownBy(() -> runner.run("a", bad, null, LONG)).isInstanceOf(LaunchFailure.class);
    assertThat(runner.run("a", sh("exit 0"), null, LONG).status())
        .contains(new ExitStatus.Exited(0));
  }

  private CommandResult run(CommandRunner runner, String script, String input) throws Exception {
    return runner.run("run", sh(script), input, LONG);
  }

  private ProcessSpec sh(String script) {
    return ProcessSpec.of(Path.of("/bin/sh"))
        .arguments("-c", script)
        .folder(folder)
        .environment(Environment.empty().inherit("PATH"))
        .build();
  }

  private static CommandRunner runner(int concurrent, int characters, Keep keep) {
    return new CommandRunner(
        Spawner.platform(),
        new Limits(concurrent, characters, keep, Duration.ofMillis(250), Duration.ofMillis(500)),
        Clock.system());
  }
}
