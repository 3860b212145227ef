package io.polyplug.bab;

import static io.polyplug.bab.DelegateStage.awaitFile;
import static io.polyplug.bab.DelegateStage.awaitGone;
import static io.polyplug.bab.DelegateStage.awaitLine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.bab.bridge.AdapterFailure;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How runs end before they are done (section 11). */
@Timeout(60)
class CancelRulesTest {
  @TempDir Path folder;
  private DelegateStage stage;

  @BeforeEach
  void open() throws IOException {
    stage = new DelegateStage(folder);
    stage.plugin("acme");
  }

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void parseResultIsNotCalledAfterATimeout() throws Exception {
    stage.program("acme", "exec sleep 60");
    CompletableFuture<Void> called = new CompletableFuture<>();
    stage.adapter(
        "acme",
        FakeAdapter.planned("{\"args\":[],\"timeoutMs\":50}")
            .with(
                "parseResult",
                arguments -> {
                  called.complete(null);
                  return Json.EMPTY_OBJECT;
                }));
    assertThat(stage.failure().type()).isEqualTo(DelegateError.TIMEOUT);
    assertThat(called).isNotDone();
  }

  @Test
  void theDefaultTimeoutComesFromTheEnvironment() throws Exception {
    stage.environment.put("BAB_CLI_TIMEOUT_MS", "60");
    stage.program("acme", "exec sleep 60");
    stage.adapter("acme", FakeAdapter.simple());
    assertThat(stage.failure().type()).isEqualTo(DelegateError.TIMEOUT);
  }

  @Test
  void theCallersTimeoutHoldsToo() throws Exception {
    stage.program("acme", "exec sleep 60");
    stage.adapter("acme", FakeAdapter.simple());
    BabPlugin client = stage.client();
    client.listModels();
    DelegateRequest brief = DelegateRequest.of("x").withTimeout(Duration.ofMillis(800));
    assertThat(catchThrowableOfType(DelegateFailure.class, () -> client.delegate(brief)).type())
        .isEqualTo(DelegateError.TIMEOUT);
  }

  @Test
  void theCallersTimeoutHoldsForTheAdapterToo() throws Exception {
    stage.program("acme", "echo answer");
    stage.file(
        "acme",
        "adapter.ts",
        """
        export default {
          async buildCommand() { await new Promise(() => {}); },
          parseResult(result) { return { content: result.stdout }; },
        };
        """);
    BabPlugin client = stage.client();
    client.listModels();
    DelegateRequest brief = DelegateRequest.of("x").withTimeout(Duration.ofMillis(500));
    DelegateFailure failure =
        catchThrowableOfType(DelegateFailure.class, () -> client.delegate(brief));
    assertThat(failure.type()).isEqualTo(DelegateError.TIMEOUT);
    assertThat(failure).hasMessage("The acme timed out");
  }

  @Test
  void theCallAfterTheEndOfAnAdapterNeverGetsTheSameOne() throws Exception {
    stage.program("acme", "echo fine");
    FakeAdapter dying = FakeAdapter.simple();
    dying.with(
        "parseResult",
        arguments -> {
          dying.dieUntold("gone");
          throw new AdapterFailure(AdapterFailure.Kind.GONE, "gone", null);
        });
    Iterator<FakeAdapter> adapters = List.of(dying, FakeAdapter.simple()).iterator();
    stage.adapter("acme", adapters::next);
    assertThat(stage.failure().type()).isEqualTo(DelegateError.EXECUTION);
    assertThat(stage.run().content()).isEqualTo("fine");
  }

  @Test
  void anInterruptCancelsTheRunAndReturnsWhenTheTreeIsGone() throws Exception {
    Path pid = folder.resolve("pid");
    Path child = folder.resolve("child");
    stage.program("acme", "sleep 60 &\necho $! > " + child + "\necho $$ > " + pid + "\nwait");
    stage.adapter("acme", FakeAdapter.simple());
    BabPlugin client = stage.client();
    CompletableFuture<DelegateError> seen = new CompletableFuture<>();
    CountDownLatch interrupted = new CountDownLatch(1);
    Thread caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    client.delegate(DelegateRequest.of("x"));
                  } catch (DelegateFailure e) {
                    seen.complete(e.type());
                  }
                  if (Thread.currentThread().isInterrupted()) {
                    interrupted.countDown();
                  }
                });
    awaitLine(pid);
    caller.interrupt();
    assertThat(seen.get(30, TimeUnit.SECONDS)).isEqualTo(DelegateError.CANCELLED);
    assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
    awaitGone(pid);
    awaitGone(child);
  }

  @Test
  void aCancelledProgramIsAskedBeforeItIsKilled() throws Exception {
    Path ready = folder.resolve("ready");
    Path asked = folder.resolve("asked");
    stage.program(
        "acme",
        "trap 'touch "
            + asked
            + "; exit 0' TERM\ntouch "
            + ready
            + "\nwhile :; do sleep 0.02; done");
    stage.adapter("acme", FakeAdapter.simple());
    BabPlugin client = stage.client();
    Thread caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    client.delegate(DelegateRequest.of("x"));
                  } catch (DelegateFailure expected) {
                    assertThat(expected.type()).isEqualTo(DelegateError.CANCELLED);
                  }
                });
    awaitFile(ready);
    caller.interrupt();
    caller.join();
    assertThat(asked).exists();
  }

  @Test
  void theEndOfTheHostCancelsAllRuns() throws Exception {
    Path pid = folder.resolve("pid");
    stage.program("acme", "echo $$ > " + pid + "\nexec sleep 60");
    stage.adapter("acme", FakeAdapter.simple());
    BabPlugin client = stage.client();
    CompletableFuture<DelegateError> seen = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                client.delegate(DelegateRequest.of("x"));
              } catch (DelegateFailure e) {
                seen.complete(e.type());
              }
            });
    awaitLine(pid);
    stage.close();
    assertThat(seen.get(30, TimeUnit.SECONDS)).isEqualTo(DelegateError.CANCELLED);
    awaitGone(pid);
  }
}
