package io.polyplug.bowire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.base.ManualClock;
import io.polyplug.bowire.protocol.InvokeResult;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginState;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolStream;
import io.polyplug.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a sidecar lives, dies and is ended (section 7). */
class LifecycleRulesTest {
  @TempDir Path folder;

  private static long pid(TestSidecar sidecar) {
    return Long.parseLong(sidecar.call("pid", "{}").output().toString());
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  @Test
  void anIdleCrashIsToldToTheNextCallAndTheOneAfterStartsAnew() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder)) {
      long first = pid(sidecar);
      sidecar.call("exit-later", "{}");
      Failure reason = sidecar.awaitState(PluginState.DOWN).reason().orElseThrow();
      assertThat(reason.message()).isEqualTo("Sidecar exited with code 3");
      InvokeResult told = sidecar.typed().invoke(TestSidecar.target("echo"), List.of());
      assertThat(told.status()).isEqualTo("Sidecar exited with code 3");
      assertThat(pid(sidecar)).isNotEqualTo(first);
    }
  }

  @Test
  void aCrashThatACallHasSeenIsNotToldTwice() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder)) {
      PluginFailure seen =
          catchThrowableOfType(PluginFailure.class, () -> sidecar.call("exit", "4"));
      assertThat(seen.failure().code()).isEqualTo(FailureCode.CRASHED);
      assertThat(seen.failure().message()).isEqualTo("Sidecar exited with code 4");
      assertThat(seen.failure().stderr()).contains("leaving");
      assertThat(sidecar.call("echo", "1").output()).isEqualTo(Json.parse("1"));
    }
  }

  @Test
  void aKillReadsAsItsSignal() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder)) {
      InvokeResult result = sidecar.typed().invoke(TestSidecar.target("kill"), List.of());
      assertThat(result.status()).isEqualTo("Sidecar killed by signal 9 (SIGKILL)");
    }
  }

  @Test
  void aSidecarThatClosesItsOutputAndLivesOnIsKilled() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder, "stay=1")) {
      long pid = pid(sidecar);
      InvokeResult result = sidecar.typed().invoke(TestSidecar.target("close-output"), List.of());
      assertThat(result.status()).contains("closed its standard output");
      ProcessHandle.of(pid).ifPresent(it -> it.onExit().orTimeout(60, TimeUnit.SECONDS).join());
      assertThat(isAlive(pid)).isFalse();
    }
  }

  @Test
  void askingForToolsStartsAnewAtOnce() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder)) {
      sidecar.call("exit-later", "{}");
      sidecar.awaitState(PluginState.DOWN);
      assertThat(sidecar.plugin().tools()).isNotEmpty();
      assertThat(sidecar.call("echo", "1").output()).isEqualTo(Json.parse("1"));
    }
  }

  @Test
  void everythingInFlightFailsWithTheReason() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder);
        ToolStream open = sidecar.plugin().tool("Echo/open").stream(ToolCall.of(Json.parse("1")))) {
      assertThat(open.next(Duration.ofSeconds(60))).isPresent();
      long pid = pid(sidecar);
      CompletableFuture<InvokeResult> hanging = new CompletableFuture<>();
      Thread.ofVirtual()
          .start(
              () ->
                  hanging.complete(sidecar.typed().invoke(TestSidecar.target("hang"), List.of())));
      sidecar.awaitLog("hanging");
      ProcessHandle.of(pid).orElseThrow().destroyForcibly();
      assertThat(hanging.get(60, TimeUnit.SECONDS).status())
          .isEqualTo("Sidecar killed by signal 9 (SIGKILL)");
      PluginFailure failure =
          catchThrowableOfType(PluginFailure.class, () -> open.next(Duration.ofSeconds(60)));
      assertThat(failure.failure().message()).isEqualTo("Sidecar killed by signal 9 (SIGKILL)");
    }
  }

  @Test
  void anUnansweredPingOfAnIdleSidecarKillsItAndIsACrash() throws Exception {
    String toml = "ping_every = '20ms'\nping_timeout = '200ms'\nshutdown_timeout = '0s'";
    try (TestSidecar sidecar = TestSidecar.configured(folder, toml, "deaf=1")) {
      Failure reason = sidecar.awaitState(PluginState.DOWN).reason().orElseThrow();
      assertThat(reason.code()).isEqualTo(FailureCode.CRASHED);
      assertThat(reason.message()).contains("ping");
    }
  }

  @Test
  void aSidecarThatWorksOnACallIsNotTakenForHung() throws Exception {
    ManualClock clock = new ManualClock();
    try (PluginHost host = TestSidecar.builder(folder, "", "deaf=1").clock(clock).build()) {
      var echo = host.plugin("echo");
      try (ToolStream open = echo.tool("Echo/open").stream(ToolCall.of(Json.parse("1")))) {
        assertThat(open.next(Duration.ofSeconds(60))).isPresent();
        for (int i = 0; i < 10; i++) {
          clock.advance(Duration.ofSeconds(30));
        }
        assertThat(echo.tool("Echo/echo").call(ToolCall.of(Json.parse("1"))).ok()).isTrue();
        assertThat(echo.state()).isEqualTo(PluginState.RUNNING);
      }
    }
  }

  @Test
  void aHostThatEndsDoesNotWaitForASidecarThatNeverShakesHands() throws Exception {
    ManualClock clock = new ManualClock();
    Path trace = folder.resolve("trace");
    // The clock stands still: if anything waited for a limit, it would wait for ever.
    try (PluginHost host =
        TestSidecar.builder(folder, "", "silent=1", "trace=" + trace).clock(clock).build()) {
      while (!Files.exists(trace) || Files.size(trace) == 0) {
        Thread.onSpinWait();
      }
      assertThat(host.plugin("echo").state()).isEqualTo(PluginState.STARTING);
    }
    assertThat(Files.readString(trace)).doesNotContain("shutdown");
  }

  @Test
  void shutdownIsAskedForAndTheSidecarEndsByItself() throws Exception {
    Path trace = folder.resolve("trace");
    try (TestSidecar sidecar = TestSidecar.with(folder, "trace=" + trace)) {
      sidecar.awaitState(PluginState.RUNNING);
    }
    assertThat(Files.readAllLines(trace))
        .anyMatch(line -> line.contains("\"method\":\"shutdown\"") && !line.contains("params"))
        .last()
        .isEqualTo("end");
  }

  @Test
  void aSidecarThatAnswersShutdownAndStaysEndsWhenItsInputDoes() throws Exception {
    Path trace = folder.resolve("trace");
    try (TestSidecar sidecar = TestSidecar.with(folder, "shutdown=stay", "trace=" + trace)) {
      sidecar.awaitState(PluginState.RUNNING);
    }
    // Ended by itself: a killed one could not have written this.
    assertThat(Files.readAllLines(trace)).last().isEqualTo("end");
  }

  @Test
  void aSidecarThatIgnoresEverythingIsKilledWithItsChildren() throws Exception {
    long pid;
    long child;
    try (TestSidecar sidecar =
        TestSidecar.configured(
            folder, "shutdown_timeout = '100ms'", "ignore-shutdown=1", "stay=1", "shutdown=stay")) {
      pid = pid(sidecar);
      child = Long.parseLong(sidecar.call("child", "{}").output().toString());
      assertThat(isAlive(child)).isTrue();
    }
    assertThat(isAlive(pid)).isFalse();
    ProcessHandle.of(child).ifPresent(it -> it.onExit().orTimeout(60, TimeUnit.SECONDS).join());
    assertThat(isAlive(child)).isFalse();
  }

  @Test
  void openChannelsAreClosedBeforeTheShutdown() throws Exception {
    Path trace = folder.resolve("trace");
    try (TestSidecar sidecar = TestSidecar.with(folder, "trace=" + trace)) {
      sidecar.plugin().tool("Echo/chat").open(ToolCall.of(Json.EMPTY_OBJECT));
    }
    String all = Files.readString(trace);
    assertThat(all.indexOf("channel.close")).isPositive().isLessThan(all.indexOf("\"shutdown\""));
  }

  @Test
  void concurrentFirstCallsShareOneStart() throws Exception {
    Path trace = folder.resolve("trace");
    try (PluginHost host =
        TestSidecar.builder(folder, "", "trace=" + trace).forOneCommand().build()) {
      List<CompletableFuture<Boolean>> calls =
          java.util.stream.IntStream.range(0, 8)
              .mapToObj(
                  i -> {
                    CompletableFuture<Boolean> done = new CompletableFuture<>();
                    Thread.ofVirtual()
                        .start(
                            () ->
                                done.complete(
                                    host.plugin("echo")
                                        .tool("Echo/echo")
                                        .call(ToolCall.of(Json.parse("1")))
                                        .ok()));
                    return done;
                  })
              .toList();
      for (CompletableFuture<Boolean> call : calls) {
        assertThat(call.get(60, TimeUnit.SECONDS)).isTrue();
      }
    }
    assertThat(Files.readAllLines(trace).stream().filter(it -> it.contains("initialize")))
        .hasSize(1);
  }

  @Test
  void whatItWritesToStandardErrorIsInTheLog() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder)) {
      assertThat(catchThrowable(() -> sidecar.call("exit", "1"))).isNotNull();
      assertThat(sidecar.awaitLog("leaving").plugin()).isEqualTo("bowire:echo");
    }
  }

  @Test
  void aCallThatIsInterruptedIsCancelledAndTheSidecarLives() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder)) {
      CompletableFuture<Throwable> thrown = new CompletableFuture<>();
      Thread caller =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      sidecar.call("unknown-method-after-interrupt", "{}");
                      thrown.complete(new AssertionError("answered"));
                    } catch (RuntimeException e) {
                      thrown.complete(e);
                    }
                  });
      caller.interrupt();
      assertThat(thrown.get(60, TimeUnit.SECONDS)).isInstanceOf(RuntimeException.class);
      assertThat(sidecar.call("echo", "1").ok()).isTrue();
    }
  }

  @Test
  void aTimeoutOfTheCallerFailsTheCallAlone() throws Exception {
    try (TestSidecar sidecar = TestSidecar.configured(folder, "shutdown_timeout = '0s'")) {
      sidecar.awaitState(PluginState.RUNNING);
      PluginFailure failure =
          catchThrowableOfType(
              PluginFailure.class,
              () ->
                  sidecar
                      .plugin()
                      .tool("Echo/hang")
                      .call(ToolCall.of(Json.EMPTY_OBJECT).withTimeout(Duration.ofMillis(50))));
      assertThat(failure.failure().code()).isEqualTo(FailureCode.TIMEOUT);
      assertThat(sidecar.plugin().state()).isEqualTo(PluginState.RUNNING);
    }
  }
}
