package io.polyplug.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.bab.BabPlugin;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginException;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginState;
import io.polyplug.host.ToolResult;
import io.polyplug.process.MemoryProcess;
import io.polyplug.sdk.Plugin;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * A delegate without processes, and with it the times of its contract, which no test could wait for
 * otherwise.
 */
class FakeDelegateTest {
  private static final Json PROMPT = Json.parse("{\"prompt\":\"two words\"}");

  private final CompletableFuture<Long> started = new CompletableFuture<>();

  private static String content(ToolResult result) {
    Json content = Objects.requireNonNull(JsonParts.find(result.output(), "content")[0]);
    return String.valueOf(content.stringValue());
  }

  private static ToolResult call(VirtualHost stage) {
    return stage.call("acme", "default", PROMPT);
  }

  private static Future<String> begin(VirtualHost stage) {
    return stage.begin(
        () -> {
          try {
            return content(call(stage));
          } catch (PluginException e) {
            return String.valueOf(e.getMessage());
          }
        });
  }

  /** A program that never ends by itself. */
  private int stay(MemoryProcess self) throws IOException, InterruptedException {
    self.stdin().readAllBytes();
    started.complete(self.pid());
    new CountDownLatch(1).await();
    return 0;
  }

  @Test
  void theProgramGetsThePromptAndTheAnswerIsWhatItPrints() {
    FakeDelegate acme =
        FakeDelegate.named("acme")
            .program(
                self -> {
                  String prompt = new String(self.stdin().readAllBytes(), StandardCharsets.UTF_8);
                  self.stdout().write(("heard " + prompt).getBytes(StandardCharsets.UTF_8));
                  return 0;
                });
    try (VirtualHost stage = new VirtualHost().add(acme)) {
      assertThat(content(call(stage))).isEqualTo("heard two words");
    }
  }

  @Test
  void theFunctionsOfTheAdapterAreTheTests() {
    FakeDelegate acme =
        FakeDelegate.named("acme")
            .building(input -> Json.parse("{\"args\":[\"--fast\"]}"))
            .parsing((result, input) -> Json.parse("{\"content\":\"parsed\"}"))
            .on("listModels", Reaction.answer(Json.parse("[\"small\",\"big\"]")));
    try (VirtualHost stage = new VirtualHost().add(acme)) {
      assertThat(content(call(stage))).isEqualTo("parsed");
      assertThat(stage.spawner().started().getLast().arguments()).containsExactly("--fast");
      assertThat(acme.asked("parseResult")).hasSize(1);
      assertThat(stage.plugin("acme").as(BabPlugin.class).listModels())
          .containsExactly("small", "big");
    }
  }

  @Test
  void anExitCodeIsTheAdaptersErrorInTheProgramsWords() {
    FakeDelegate acme =
        FakeDelegate.named("acme")
            .program(
                self -> {
                  self.stderr().println("no credit left");
                  return 3;
                });
    try (VirtualHost stage = new VirtualHost().add(acme)) {
      PluginError error = catchThrowableOfType(PluginError.class, () -> call(stage));
      assertThat(error.code()).isEqualTo("execution");
      assertThat(error.text()).isEqualTo("no credit left");
    }
  }

  @Test
  void aRunHasFiveMinutesIfNobodySaysOtherwise() {
    try (VirtualHost stage =
        new VirtualHost().add(FakeDelegate.named("acme").program(this::stay))) {
      Future<String> answer = begin(stage);
      stage.await(started);
      stage.advance(Duration.ofMinutes(5).minusMillis(1));
      assertThat(answer.isDone()).isFalse();
      stage.advance(Duration.ofMillis(1));
      assertThat(stage.await(answer)).isEqualTo("acme: timeout: acme timed out");
    }
  }

  @Test
  void theAdapterMayChooseAnotherTime() {
    FakeDelegate acme =
        FakeDelegate.named("acme")
            .building(input -> Json.parse("{\"args\":[],\"timeoutMs\":1500}"))
            .program(this::stay);
    try (VirtualHost stage = new VirtualHost().add(acme)) {
      Future<String> answer = begin(stage);
      stage.await(started);
      stage.advance(Duration.ofMillis(1500));
      assertThat(stage.await(answer)).isEqualTo("acme: timeout: acme timed out");
      assertThat(acme.asked("parseResult")).isEmpty();
    }
  }

  @Test
  void aProgramThatIgnoresTermIsKilledAfterTheGrace() {
    FakeDelegate acme =
        FakeDelegate.named("acme")
            .setting("timeout = \"10s\"")
            .program(
                self -> {
                  self.onTerm(() -> {});
                  return stay(self);
                });
    try (VirtualHost stage = new VirtualHost().add(acme)) {
      Future<String> answer = begin(stage);
      stage.await(started);
      stage.advance(Duration.ofMillis(10_249));
      assertThat(answer.isDone()).isFalse();
      stage.advance(Duration.ofMillis(1));
      assertThat(stage.await(answer)).isEqualTo("acme: timeout: acme timed out");
    }
  }

  @Test
  void aFunctionOfAnAdapterHasHalfAMinute() {
    FakeDelegate acme = FakeDelegate.named("acme").on("buildCommand", Reaction.silence());
    try (VirtualHost stage = new VirtualHost().add(acme)) {
      Future<String> answer = begin(stage);
      stage.awaitFrame(it -> it.text().contains("buildCommand"));
      stage.advance(Duration.ofMillis(29_999));
      assertThat(answer.isDone()).isFalse();
      stage.advance(Duration.ofMillis(1));
      assertThat(stage.await(answer))
          .contains("execution: buildCommand() took longer than the 30000 ms");
    }
  }

  @Test
  void whatIsLoadedIsKeptForFiveSeconds() {
    FakeDelegate acme = FakeDelegate.named("acme").on("validate", Reaction.usual());
    try (VirtualHost stage = new VirtualHost().add(acme)) {
      call(stage);
      stage.advance(Duration.ofSeconds(5));
      call(stage);
      assertThat(acme.asked("validate")).hasSize(1);
      stage.advance(Duration.ofMillis(1));
      call(stage);
      assertThat(acme.asked("validate")).hasSize(2);
    }
  }

  @Test
  void anAdapterThatDiesFailsItsRunAndIsStartedByTheNextWheneverThatComes() {
    Reaction[] turns = new Reaction[40];
    for (int i = 0; i < turns.length; i += 2) {
      turns[i] = Reaction.usual();
      turns[i + 1] = Reaction.crash(7);
    }
    FakeDelegate acme =
        FakeDelegate.named("acme").printing("fine").on("parseResult", Reaction.crash(7), turns);
    try (VirtualHost stage = new VirtualHost().add(acme)) {
      for (int i = 0; i < turns.length; i += 2) {
        PluginError error = catchThrowableOfType(PluginError.class, () -> call(stage));
        assertThat(error.text()).isEqualTo("the adapter's process exited with code 7");
        assertThat(content(call(stage))).isEqualTo("fine");
      }
    }
  }

  @Test
  void aFunctionThatNeverReturnsEndsWithItsHost() throws Exception {
    CompletableFuture<Thread> inside = new CompletableFuture<>();
    FakeDelegate acme = FakeDelegate.named("acme").building(input -> stuck(inside));
    Future<String> answer;
    try (VirtualHost stage = new VirtualHost().add(acme)) {
      answer = begin(stage);
      stage.await(inside);
    }
    assertThat(inside.get().join(Duration.ofMinutes(1))).isTrue();
    assertThat(Patience.get(answer)).contains("acme");
  }

  @Test
  void aFunctionThatNeverReturnsEndsWithItsAdapter() throws Exception {
    CompletableFuture<Thread> inside = new CompletableFuture<>();
    FakeDelegate acme = FakeDelegate.named("acme").building(input -> stuck(inside));
    try (VirtualHost stage = new VirtualHost().add(acme)) {
      Future<String> answer = begin(stage);
      stage.await(inside);
      acme.crash(7);
      assertThat(stage.await(answer)).contains("exited with code 7");
      assertThat(inside.get().join(Duration.ofMinutes(1))).isTrue();
    }
  }

  private static Json stuck(CompletableFuture<Thread> inside) {
    inside.complete(Thread.currentThread());
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Json.NULL;
  }

  @Test
  void anAdapterThatDiesBetweenRunsIsStartedByTheNext() {
    FakeDelegate acme = FakeDelegate.named("acme").printing("fine");
    try (VirtualHost stage = new VirtualHost().add(acme)) {
      call(stage);
      acme.crash(1);
      stage.awaitState("acme", PluginState.DOWN, 1);
      assertThat(content(call(stage))).isEqualTo("fine");
    }
  }

  @Test
  void anAdapterThatDoesNotValidateMakesItsPluginUnavailable() {
    FakeDelegate acme = FakeDelegate.named("acme").on("validate", Reaction.fail(1, "log in first"));
    try (VirtualHost stage = new VirtualHost().add(acme)) {
      PluginFailure failure = catchThrowableOfType(PluginFailure.class, () -> call(stage));
      assertThat(failure.failure().code()).isEqualTo(FailureCode.UNAVAILABLE);
      assertThat(failure).hasMessageContaining("log in first");
    }
  }

  @Test
  void whatAnAdapterPrintsIsALogLine() {
    FakeDelegate acme =
        FakeDelegate.named("acme")
            .printing("fine")
            .on("buildCommand", Reaction.garbage("thinking\n").then(Reaction.usual()));
    try (VirtualHost stage = new VirtualHost().add(acme)) {
      assertThat(content(call(stage))).isEqualTo("fine");
      assertThat(stage.awaitLog("acme", "thinking")).isEqualTo("thinking");
    }
  }

  @Test
  void aLegacyAdapterGivesEvents() {
    FakeDelegate acme =
        FakeDelegate.named("acme")
            .on(
                "run",
                Reaction.answer(
                    Json.parse(
                        "[{\"type\":\"output\",\"content\":\"one\"},"
                            + "{\"type\":\"output\",\"content\":\"two\"}]")));
    try (VirtualHost stage = new VirtualHost().add(acme)) {
      assertThat(content(call(stage))).isEqualTo("one\n\ntwo");
      assertThat(acme.asked("run")).hasSize(1);
    }
  }

  @Test
  void twoDelegatesHaveAdaptersOfTheirOwn() {
    FakeDelegate acme = FakeDelegate.named("acme").printing("from acme");
    FakeDelegate other = FakeDelegate.named("other").printing("from other").role("planner");
    try (VirtualHost stage = new VirtualHost().add(acme).add(other)) {
      assertThat(content(call(stage))).isEqualTo("from acme");
      assertThat(content(stage.call("other", "planner", PROMPT))).isEqualTo("from other");
    }
  }

  @Test
  void aPluginOfTheSdkIsTestedAsTheProgramOfADelegate() {
    Plugin plugin =
        Plugin.named("greeter")
            .version("1.0.0")
            .tool("greet", "Greets.", Sample.Text.class, (it, _) -> "Hello, " + it.text());
    try (FakeHost host = FakeHost.bab(plugin)) {
      assertThat(host.tools()).extracting(it -> it.name()).containsExactly("default", "greet");
      assertThat(content(host.call("greet", "{\"text\":\"Ada\"}"))).isEqualTo("Hello, Ada");
      assertThat(host.stage().spawner().started().getLast().arguments())
          .isEqualTo(List.of("--tool", "greet"));
    }
  }
}
