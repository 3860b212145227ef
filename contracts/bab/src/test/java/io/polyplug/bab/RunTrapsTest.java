package io.polyplug.bab;

import static io.polyplug.bab.DelegateStage.awaitFile;
import static io.polyplug.bab.DelegateStage.awaitGone;
import static io.polyplug.bab.DelegateStage.member;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The traps of section 22 that lie in running programs. */
@Timeout(60)
class RunTrapsTest {
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
  void trap8AnEmptyEnvironmentIsEmpty() throws Exception {
    stage.environment.put("FROM_HOST", "1");
    stage.program("acme", "exit 0");
    stage.adapter(
        "acme", FakeAdapter.planned("{\"args\":[],\"command\":\"/usr/bin/env\",\"env\":{}}"));
    assertThat(stage.run().content()).isEmpty();
  }

  @Test
  void trap1AProgramThatIgnoresTermIsGoneShortlyAfterItsTimeout() throws Exception {
    Path pid = folder.resolve("pid");
    stage.program("acme", "trap '' TERM\necho $$ > " + pid + "\nwhile :; do sleep 0.05; done");
    stage.adapter("acme", FakeAdapter.planned("{\"args\":[],\"timeoutMs\":1000}"));
    DelegateFailure failure = stage.failure();
    assertThat(failure.type()).isEqualTo(DelegateError.TIMEOUT);
    assertThat(failure).hasMessage("The acme timed out");
    awaitGone(pid);
  }

  @Test
  void trap2AProgramThatDoesNotReadALargeInputSucceeds() throws Exception {
    stage.program("acme", "echo fine");
    stage.adapter(
        "acme", FakeAdapter.planned("{\"args\":[],\"stdin\":\"" + "x".repeat(4_000_000) + "\"}"));
    assertThat(stage.run().content()).isEqualTo("fine");
  }

  @Test
  void trap3AKillIsNoExitCodeAndACodeIsNoSignal() throws Exception {
    stage.program("acme", "kill -9 $$");
    stage.adapter("acme", FakeAdapter.simple());
    Json killed = stage.run().metadata();
    assertThat(member(killed, "exitCode")).isEqualTo("null");
    assertThat(member(killed, "signal")).isEqualTo("SIGKILL");
    assertThat(member(killed, "exit_code")).isEqualTo("null");
    stage.program("acme", "exit 137");
    Json exited = stage.run().metadata();
    assertThat(member(exited, "exitCode")).isEqualTo("137");
    assertThat(member(exited, "signal")).isEqualTo("null");
  }

  @Test
  void trap4LettersBeyondAsciiReachArgumentsAndVariables() throws Exception {
    stage.program("acme", "printf '%s %s' \"$1\" \"$WORD\"");
    stage.adapter("acme", FakeAdapter.planned("{\"args\":[\"né日\"],\"env\":{\"WORD\":\"ö😀\"}}"));
    assertThat(stage.run().content()).isEqualTo("né日 ö😀");
  }

  @Test
  void trap5AnArgumentThatIsTooLongFailsThisRunOnly() throws Exception {
    stage.program("acme", "echo fine");
    FakeAdapter adapter = FakeAdapter.simple("a".repeat(200 * 1024));
    stage.adapter("acme", adapter);
    assertThat(stage.failure().type()).isEqualTo(DelegateError.EXECUTION);
    adapter.with("buildCommand", arguments -> Json.parse("{\"args\":[]}"));
    assertThat(stage.run().content()).isEqualTo("fine");
  }

  @Test
  void trap11AnExitCodeWithAnAnswerIsASuccess() throws Exception {
    stage.program("acme", "echo answer; exit 5");
    stage.adapter("acme", FakeAdapter.simple());
    DelegateResult result = stage.run();
    assertThat(result.content()).isEqualTo("answer");
    assertThat(member(result.metadata(), "exit_code")).isEqualTo("5");
  }

  @Test
  void trap17AGrandchildThatHoldsStdoutDoesNotStallTheRun() throws Exception {
    stage.program("acme", "sleep 60 &\necho answer");
    stage.adapter("acme", FakeAdapter.simple());
    assertThat(stage.run().content()).isEqualTo("answer");
  }

  @Test
  void trap18OneMoreThanTheLimitIsRefusedAtOnceButNotOfAnotherPlugin() throws Exception {
    stage.environment.put("BAB_MAX_CONCURRENT_PROCESSES", "1");
    Path ready = folder.resolve("ready");
    Path go = folder.resolve("go");
    stage.program("acme", "touch " + ready + "\nwhile [ ! -e " + go + " ]; do sleep 0.02; done");
    stage.program("other", "echo other");
    stage.plugin("other").adapter("other", FakeAdapter.simple());
    stage.adapter("acme", FakeAdapter.simple());
    BabPlugin client = stage.client();
    CompletableFuture<DelegateResult> first =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return client.delegate(DelegateRequest.of("x"));
              } catch (DelegateFailure e) {
                throw new IllegalStateException(e);
              }
            });
    awaitFile(ready);
    DelegateFailure refused = stage.failure();
    assertThat(refused.type()).isEqualTo(DelegateError.EXECUTION);
    assertThat(refused).hasMessageStartingWith("Process concurrency limit reached (1).");
    assertThat(
            stage
                .host()
                .plugin("other")
                .as(BabPlugin.class)
                .delegate(DelegateRequest.of("x"))
                .content())
        .isEqualTo("other");
    Files.createFile(go);
    assertThat(first.get(30, TimeUnit.SECONDS)).isNotNull();
  }

  @Test
  void trap20TheLastMillionCharactersAreKept() throws Exception {
    stage.program(
        "acme",
        """
        #!/usr/bin/env python3
        import sys
        sys.stdout.buffer.write(b'a' * 200001 + 'é'.encode() * 999999)
        """);
    CompletableFuture<String> stdout = new CompletableFuture<>();
    stage.adapter(
        "acme",
        FakeAdapter.simple()
            .with(
                "parseResult",
                arguments -> {
                  stdout.complete(member(arguments.getFirst(), "stdout"));
                  return Json.EMPTY_OBJECT;
                }));
    stage.run();
    assertThat(stdout.join().equals("a" + "é".repeat(999_999))).isTrue();
  }
}
