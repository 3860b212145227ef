package io.polyplug.bab;

import static io.polyplug.bab.DelegateStage.member;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.bab.bridge.AdapterFailure;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sections 9 to 11, with real programs. */
@Timeout(60)
class RunRulesTest {
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
  void theInputHasAllItsMembers() throws Exception {
    CompletableFuture<Json> seen = new CompletableFuture<>();
    stage.program("acme", "exit 0").environment.put("SEEN", "yes");
    stage.adapter(
        "acme",
        FakeAdapter.simple()
            .with(
                "buildCommand",
                arguments -> {
                  seen.complete(arguments.getFirst());
                  return Json.parse("{\"args\":[]}");
                }));
    DelegateResult result =
        stage
            .client()
            .delegate(
                DelegateRequest.of(" as given \n").withRole("planner").withWorkingDirectory("src"));
    Json input = seen.join();
    assertThat(JsonParts.members(input))
        .containsOnlyKeys("prompt", "role", "runId", "env", "workingDirectory");
    assertThat(member(input, "prompt")).isEqualTo(" as given \n");
    assertThat(member(input, "role", "source")).isEqualTo("built_in");
    assertThat(member(input, "role", "prompt")).isEqualTo(BuiltInRole.PLANNER.prompt());
    assertThat(member(input, "runId")).isEqualTo(result.runId());
    assertThat(member(input, "env", "SEEN")).isEqualTo("yes");
    assertThat(member(input, "workingDirectory")).isEqualTo("src");
  }

  @Test
  void argumentsReachTheProgramUnchanged() throws Exception {
    stage.program("acme", "for a in \"$@\"; do printf '[%s]' \"$a\"; done");
    stage.adapter("acme", FakeAdapter.simple("a b", "", "$HOME", "*", "é\n", "--x='y'"));
    assertThat(stage.run().content()).isEqualTo("[a b][][$HOME][*][é\n][--x='y']");
  }

  @Test
  void theAdapterMayNameAnotherCommand() throws Exception {
    stage.program("acme", "echo wrong").program("other", "echo right");
    stage.adapter("acme", FakeAdapter.planned("{\"args\":[],\"command\":\"other\"}"));
    assertThat(stage.run().content()).isEqualTo("right");
  }

  @Test
  void aCommandThatIsNotFoundFailsTheRun() throws Exception {
    stage.program("acme", "exit 0");
    stage.adapter("acme", FakeAdapter.planned("{\"args\":[],\"command\":\"no-such-program-x\"}"));
    assertThat(stage.failure().type()).isEqualTo(DelegateError.EXECUTION);
    assertThat(stage.failure()).hasMessageContaining("no-such-program-x");
  }

  @Test
  void theAdaptersEnvironmentReplacesTheDefaultOne() throws Exception {
    stage.environment.put("FROM_HOST", "1");
    stage.program("acme", "/usr/bin/env");
    stage.adapter("acme", FakeAdapter.planned("{\"args\":[],\"env\":{\"ONLY\":\"é\"}}"));
    assertThat(stage.run().content()).contains("ONLY=é").doesNotContain("FROM_HOST");
  }

  @Test
  void stdinIsWrittenAndClosed() throws Exception {
    stage.program("acme", "cat");
    stage.adapter("acme", FakeAdapter.planned("{\"args\":[],\"stdin\":\"line é\\n\"}"));
    assertThat(stage.run().content()).isEqualTo("line é");
  }

  @Test
  void withoutStdinTheProgramSeesItsEndAtOnce() throws Exception {
    stage.program("acme", "cat; echo over");
    stage.adapter("acme", FakeAdapter.simple());
    assertThat(stage.run().content()).isEqualTo("over");
  }

  @Test
  void theProgramRunsInTheWorkingDirectory() throws Exception {
    Path elsewhere = Files.createDirectory(stage.home.resolve("project"));
    stage.program("acme", "pwd -P");
    stage.adapter("acme", FakeAdapter.simple());
    assertThat(
            stage
                .client()
                .delegate(DelegateRequest.of("x").withWorkingDirectory(elsewhere.toString()))
                .content())
        .isEqualTo(elsewhere.toString());
    assertThat(
            stage.client().delegate(DelegateRequest.of("x").withWorkingDirectory("src")).content())
        .isEqualTo(Path.of("src").toRealPath().toString());
  }

  @Test
  void parseResultGetsBothOutputsAndTheExit() throws Exception {
    stage.program("acme", "echo out; echo err >&2; exit 3");
    stage.adapter("acme", FakeAdapter.simple());
    Json result = stage.run().metadata();
    assertThat(member(result, "stdout")).isEqualTo("out\n");
    assertThat(member(result, "stderr")).isEqualTo("err\n");
    assertThat(member(result, "exitCode")).isEqualTo("3");
    assertThat(member(result, "signal")).isEqualTo("null");
    assertThat(member(result, "timedOut")).isEqualTo("false");
    assertThat(Long.parseLong(member(result, "durationMs"))).isNotNegative();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{}",
        "[]",
        "{\"args\":\"x\"}",
        "{\"args\":[1]}",
        "{\"args\":[],\"command\":1}",
        "{\"args\":[],\"stdin\":{}}",
        "{\"args\":[],\"env\":[]}",
        "{\"args\":[],\"env\":{\"A\":1}}",
        "{\"args\":[],\"env\":{\"A=B\":\"x\"}}",
        "{\"args\":[],\"env\":{\"A\":\"\\u0000\"}}",
        "{\"args\":[\"\\u0000\"]}",
        "{\"args\":[],\"timeoutMs\":0}",
        "{\"args\":[],\"timeoutMs\":-5}",
        "{\"args\":[],\"timeoutMs\":null}",
        "{\"args\":[],\"timeoutMs\":\"5\"}",
        "{\"args\":[],\"command\":\"\"}"
      })
  void aPlanThatCannotBeRunFailsTheRun(String plan) throws Exception {
    stage.program("acme", "exit 0");
    stage.adapter("acme", FakeAdapter.planned(plan));
    assertThat(stage.failure().type()).isEqualTo(DelegateError.EXECUTION);
  }

  @Test
  void aThrowOfEitherFunctionFailsTheRunWithItsMessage() throws Exception {
    stage.program("acme", "exit 0");
    FakeAdapter adapter = FakeAdapter.simple();
    stage.adapter("acme", adapter);
    adapter.with(
        "parseResult",
        arguments -> {
          throw FakeAdapter.threw("no answer in there");
        });
    assertThat(stage.failure()).hasMessage("no answer in there");
    assertThat(stage.failure().type()).isEqualTo(DelegateError.EXECUTION);
    adapter.with(
        "buildCommand",
        arguments -> {
          throw FakeAdapter.threw("Connection TimeOut");
        });
    assertThat(stage.failure().type()).isEqualTo(DelegateError.TIMEOUT);
    adapter.with(
        "buildCommand",
        arguments -> {
          throw new AdapterFailure(AdapterFailure.Kind.THREW_VALUE, "7", null);
        });
    assertThat(stage.failure()).hasMessage("Delegate execution failed");
  }

  @Test
  void missingContentIsEmptyAndNothingAtAllIsAnError() throws Exception {
    stage.program("acme", "exit 0");
    FakeAdapter adapter = FakeAdapter.simple();
    stage.adapter("acme", adapter);
    adapter.with("parseResult", arguments -> Json.EMPTY_OBJECT);
    assertThat(stage.run().content()).isEmpty();
    adapter.with("parseResult", arguments -> Json.NULL);
    assertThat(stage.failure().type()).isEqualTo(DelegateError.EXECUTION);
  }

  @Test
  void everyRunHasAnIdOfItsOwn() throws Exception {
    stage.program("acme", "exit 0");
    stage.adapter("acme", FakeAdapter.simple());
    List<String> ids = List.of(stage.run().runId(), stage.run().runId());
    assertThat(ids).doesNotHaveDuplicates();
    assertThat(ids.getFirst()).matches("[0-9a-f-]{36}");
  }
}
