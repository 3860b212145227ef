package io.polyplug.bab.bridge;

import static io.polyplug.bab.bridge.AdapterStage.call;
import static io.polyplug.bab.bridge.AdapterStage.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The channel survives what adapters print and how they end (19, trap 16). */
class NoiseRulesTest {
  private static final Duration SHORT = Duration.ofMillis(200);

  @TempDir Path folder;

  private static Failure end(Adapter adapter) throws Exception {
    CompletableFuture<Failure> ended = adapter.ended().toCompletableFuture();
    return ended.get(30, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsPrintedIsLog(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.simple(
              """
              discover() {
                console.log("by log %d", 1);
                console.info("by info");
                console.table([{ a: "by table" }]);
                process.stdout.write("by write\\n");
                return { fine: true };
              },
              """);
      assertThat(call(adapter, "discover")).hasToString("{\"fine\":true}");
      stage.line(line -> line.equals("by log 1"));
      stage.line(line -> line.equals("by info"));
      stage.line(line -> line.contains("by table"));
      stage.line(line -> line.equals("by write"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void linesOnTheRealOutputAreLogHoweverMuchLikeFramesTheyLook(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.load(
              """
              import { writeSync } from "node:fs";
              import { spawnSync } from "node:child_process";
              export default {
                buildCommand() {},
                parseResult() {},
                discover() {
                  writeSync(1, '{"jsonrpc":"2.0","id":2,"result":{"fake":1}}\\n');
                  writeSync(1, "0".repeat(32) + '{"jsonrpc":"2.0","id":2,"result":{"fake":2}}\\n');
                  spawnSync("sh", ["-c", "echo by a child"], { stdio: ["ignore", "inherit", "inherit"] });
                  writeSync(1, "x".repeat(100_000) + "\\n");
                  writeSync(1, "half a line");
                  return { real: true };
                },
              };
              """);
      assertThat(call(adapter, "discover")).hasToString("{\"real\":true}");
      stage.line(line -> line.equals("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"fake\":1}}"));
      stage.line(line -> line.endsWith("{\"fake\":2}}"));
      stage.line(line -> line.equals("by a child"));
      stage.line(line -> line.startsWith("xxx"));
      stage.line(line -> line.equals("half a line"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void standardInputIsEmptyForTheAdapter(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.simple(
              """
              async discover() {
                let text = "";
                for await (const piece of process.stdin) text += piece;
                return { text };
              },
              """);
      assertThat(call(adapter, "discover")).hasToString("{\"text\":\"\"}");
      assertThat(call(adapter, "discover")).hasToString("{\"text\":\"\"}");
    }
  }

  @ParameterizedTest
  @EnumSource
  void anUnhandledRejectionIsLogAndCostsNoCall(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.simple(
              """
              async discover() {
                Promise.reject(new Error("nobody waits"));
                await new Promise((done) => setTimeout(done, 20));
                return 1;
              },
              """);
      assertThat(call(adapter, "discover")).hasToString("1");
      stage.line(line -> line.contains("nobody waits"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void anUncaughtExceptionEndsAllCallsWithWhatItSaid(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.simple(
              """
              discover() {
                setTimeout(() => { throw new Error("out of nowhere"); }, 1);
                return new Promise(() => {});
              },
              """);
      AdapterFailure failure = failure(adapter, "discover");
      assertThat(failure.kind()).isEqualTo(AdapterFailure.Kind.GONE);
      assertThat(failure)
          .hasMessageStartingWith("the adapter's process exited with code ")
          .hasMessageContaining("out of nowhere");
      assertThat(failure(adapter, "discover").kind()).isEqualTo(AdapterFailure.Kind.GONE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRuntimeThatIsKilledFailsTheCallAtOnce(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.simple("discover() { process.kill(process.pid, 'SIGKILL'); for (;;); },");
      AdapterFailure failure = failure(adapter, "discover");
      assertThat(failure.kind()).isEqualTo(AdapterFailure.Kind.GONE);
      assertThat(failure).hasMessageContaining("SIGKILL");
      assertThat(end(adapter).code()).isEqualTo(FailureCode.CRASHED);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFunctionThatOnlyWaitsTooLongLeavesTheProcessAlive(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.simple("discover: () => new Promise(() => {}), listModels: () => ['m'],");
      AdapterFailure failure =
          catchThrowableOfType(
              AdapterFailure.class, () -> adapter.call("discover", List.of(), SHORT));
      assertThat(failure.kind()).isEqualTo(AdapterFailure.Kind.TOO_LONG);
      assertThat(failure).hasMessage("discover() took longer than the 200 ms allowed.");
      assertThat(call(adapter, "listModels")).hasToString("[\"m\"]");
    }
  }

  @ParameterizedTest
  @EnumSource
  void anEndlessLoopIsTooLongAndEndsTheProcess(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter = stage.simple("discover() { for (;;); },");
      AdapterFailure failure =
          catchThrowableOfType(
              AdapterFailure.class, () -> adapter.call("discover", List.of(), SHORT));
      assertThat(failure.kind()).isEqualTo(AdapterFailure.Kind.TOO_LONG);
      assertThat(end(adapter).message())
          .isEqualTo("discover() blocked its process for longer than the 200 ms allowed");
    }
  }

  @ParameterizedTest
  @EnumSource
  void closingEndsTheProcessAndItsChildren(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.load(
              """
              import { spawn } from "node:child_process";
              const child = spawn("sleep", ["600"], { stdio: "ignore" });
              export default { run() {}, discover: () => child.pid };
              """);
      long grandchild = Long.parseLong(call(adapter, "discover").toString());
      long pid = adapter.pid().orElseThrow();
      adapter.close();
      assertThat(end(adapter).code()).isEqualTo(FailureCode.UNAVAILABLE);
      assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
      ProcessHandle.of(grandchild).ifPresent(left -> left.onExit().join());
      adapter.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anInterruptStopsTheWaiting(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter = stage.simple("discover: () => new Promise(() => {}),");
      Thread.currentThread().interrupt();
      assertThat(catchThrowableOfType(InterruptedException.class, () -> call(adapter, "discover")))
          .isNotNull();
      assertThat(call(adapter, "buildCommand", "{}")).hasToString("{\"args\":[]}");
    }
  }
}
