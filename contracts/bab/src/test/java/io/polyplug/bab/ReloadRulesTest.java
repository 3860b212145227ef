package io.polyplug.bab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.base.ManualClock;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginState;
import io.polyplug.host.ToolCall;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** When a plugin is loaded again (section 3), and what happens to its adapter then. */
@Timeout(60)
class ReloadRulesTest {
  @TempDir Path folder;
  private final ManualClock clock = new ManualClock();
  private DelegateStage stage;

  @BeforeEach
  void open() throws IOException {
    stage = new DelegateStage(folder).plugin("acme").program("acme", "echo answer");
  }

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void aLoadIsUsedForFiveSecondsAndThenMadeAgain() throws Exception {
    AtomicInteger validations = new AtomicInteger();
    AtomicInteger starts = new AtomicInteger();
    stage
        .clock(clock)
        .adapter(
            "acme",
            () -> {
              starts.incrementAndGet();
              return FakeAdapter.simple()
                  .with(
                      "validate",
                      arguments -> {
                        validations.incrementAndGet();
                        return Json.NULL;
                      });
            });
    stage.answer();
    clock.advance(Duration.ofSeconds(5));
    stage.answer();
    assertThat(validations).hasValue(1);
    clock.advance(Duration.ofMillis(1));
    stage.answer();
    assertThat(validations).hasValue(2);
    assertThat(starts).hasValue(1);
  }

  @Test
  void aChangedManifestIsSeenByTheNextLoad() throws Exception {
    stage.clock(clock).adapter("acme", FakeAdapter.simple());
    assertThat(stage.answer()).isEqualTo("answer");
    stage.plugin("acme", "roles: [{ name: late }]\n");
    assertThat(stage.plugin().tools()).extracting(it -> it.name()).containsExactly("late");
    assertThat(stage.client().manifest().roles()).hasSize(1);
  }

  @Test
  void aChangedAdapterGetsANewProcessAndTheOldOneEndsAfterItsRuns() throws Exception {
    List<FakeAdapter> made = new ArrayList<>();
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    stage
        .clock(clock)
        .adapter(
            "acme",
            () -> {
              FakeAdapter adapter =
                  FakeAdapter.legacy(
                      (input, events) -> {
                        if (made.size() == 1) {
                          running.countDown();
                          go.await();
                        }
                        events.accept(
                            Json.parse(
                                "{\"type\":\"output\",\"content\":\"" + made.size() + "\"}"));
                      });
              made.add(adapter);
              return adapter;
            });
    CompletableFuture<String> first = CompletableFuture.supplyAsync(stage::answer);
    assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
    stage.file("acme", "adapter.ts", "// changed");
    clock.advance(Duration.ofSeconds(6));
    assertThat(stage.answer()).isEqualTo("2");
    assertThat(made.getFirst().closes()).isZero();
    go.countDown();
    assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo("2");
    assertThat(made.getFirst().closes()).isPositive();
    assertThat(made.get(1).closes()).isZero();
    assertThat(stage.plugin().state()).isEqualTo(PluginState.RUNNING);
  }

  @Test
  void anotherNameAndVersionAreSeenAndRunsUnderWayGoOn() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    FakeAdapter adapter =
        FakeAdapter.legacy(
            (input, events) -> {
              running.countDown();
              go.await();
            });
    stage.clock(clock).adapter("acme", adapter);
    CompletableFuture<String> first = CompletableFuture.supplyAsync(stage::answer);
    assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
    stage.file(
        "acme",
        "manifest.yaml",
        "id: acme\nname: New\nversion: 2.0.0\ncommand: acme\nroles: [default]\n");
    stage.host().refresh();
    assertThat(stage.plugin().info().version()).isEqualTo("2.0.0");
    assertThat(stage.plugin().info().name()).isEqualTo("New");
    go.countDown();
    assertThat(first.get(30, TimeUnit.SECONDS)).isEmpty();
    assertThat(adapter.closes()).isZero();
  }

  @Test
  void aRunGoesOnThoughItsFolderIsGoneAndNewOnesAreRefused() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    FakeAdapter adapter =
        FakeAdapter.legacy(
            (input, events) -> {
              running.countDown();
              go.await();
              events.accept(Json.parse("{\"type\":\"output\",\"content\":\"done\"}"));
            });
    stage.adapter("acme", adapter);
    CompletableFuture<String> first = CompletableFuture.supplyAsync(stage::answer);
    assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
    Plugin plugin = stage.plugin();
    Files.move(stage.folder("acme"), folder.resolve("away"));
    stage.host().refresh();
    assertThat(stage.host().plugins()).isEmpty();
    assertThatThrownBy(() -> plugin.tool("default").call(ToolCall.of(Json.EMPTY_OBJECT)))
        .hasMessageContaining("it was removed");
    assertThat(adapter.closes()).isZero();
    go.countDown();
    assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo("done");
  }

  @Test
  void theEndOfTheHostCancelsARunWhoseFolderIsGone() throws Exception {
    Path pid = folder.resolve("pid");
    stage.program("acme", "echo $$ > " + pid + "\nexec sleep 60");
    stage.adapter("acme", FakeAdapter.simple());
    CompletableFuture<String> first = CompletableFuture.supplyAsync(stage::answer);
    DelegateStage.awaitLine(pid);
    Files.move(stage.folder("acme"), folder.resolve("away"));
    stage.host().refresh();
    stage.host().close();
    DelegateStage.awaitGone(pid);
    assertThat(first.get(30, TimeUnit.SECONDS)).startsWith("cancelled");
  }

  @Test
  void callsThatArriveDuringALoadShareIt() throws Exception {
    AtomicInteger validations = new AtomicInteger();
    CountDownLatch go = new CountDownLatch(1);
    stage.adapter(
        "acme",
        FakeAdapter.simple()
            .with(
                "validate",
                arguments -> {
                  validations.incrementAndGet();
                  go.await();
                  return Json.NULL;
                }));
    stage.client();
    CompletableFuture<String> first = CompletableFuture.supplyAsync(stage::answer);
    CompletableFuture<String> second = CompletableFuture.supplyAsync(stage::answer);
    go.countDown();
    assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo("answer");
    assertThat(second.get(30, TimeUnit.SECONDS)).isEqualTo("answer");
    assertThat(validations).hasValue(1);
  }

  @Test
  void aFailedLoadIsNotRememberedAndRunsUnderWayGoOn() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    FakeAdapter adapter =
        FakeAdapter.legacy(
            (input, events) -> {
              if (calls.incrementAndGet() == 1) {
                running.countDown();
                go.await();
              }
            });
    stage.clock(clock).adapter("acme", adapter);
    CompletableFuture<String> first = CompletableFuture.supplyAsync(stage::answer);
    assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
    adapter.with(
        "validate",
        arguments -> {
          throw FakeAdapter.threw("logged out");
        });
    clock.advance(Duration.ofSeconds(6));
    assertThat(stage.unavailable().failure().message()).contains("logged out");
    assertThat(stage.plugin().status().health().reason()).contains("logged out");
    adapter.with("validate", arguments -> Json.NULL);
    assertThat(stage.answer()).isEmpty();
    go.countDown();
    assertThat(first.get(30, TimeUnit.SECONDS)).isEmpty();
  }

  @Test
  void thePluginStartsAgainAfterItsAdapterDied() throws Exception {
    List<FakeAdapter> made = new ArrayList<>();
    stage.adapter(
        "acme",
        () -> {
          made.add(FakeAdapter.simple());
          return made.getLast();
        });
    assertThat(stage.answer()).isEqualTo("answer");
    made.getFirst().die("it crashed");
    assertThat(stage.answer()).isEqualTo("answer");
    assertThat(made).hasSize(2);
  }

  @Test
  void aRunWhoseAdapterDiesFailsWithTheReason() throws Exception {
    Path ready = folder.resolve("ready");
    stage.program("acme", "touch " + ready + "; exec sleep 60");
    FakeAdapter adapter = FakeAdapter.simple();
    stage.adapter("acme", adapter);
    CompletableFuture<String> run = CompletableFuture.supplyAsync(stage::answer);
    DelegateStage.awaitFile(ready);
    adapter.die("it crashed");
    assertThat(run.get(30, TimeUnit.SECONDS)).isEqualTo("execution: it crashed");
  }
}
