package io.polyplug.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginFailure;
import io.polyplug.wire.Json;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What servers ask of their host: by requests in the older revisions, in results since. */
class HookRulesTest {
  private static final String FORM =
      "{\"method\":\"elicitation/create\",\"params\":{\"message\":\"Who?\",\"requestedSchema\":"
          + "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"default\":\"x\"},"
          + "\"age\":{\"type\":\"integer\",\"default\":7}}}}}";
  private static final String PAGE =
      "{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"url\",\"message\":\"Go\","
          + "\"url\":\"https://example.org/\"}}";

  @TempDir Path folder;

  private static final McpHooks FILLING =
      McpHooks.NONE.withElicitation(
          (_, request) ->
              ElicitResponse.accepted(
                  ElicitResponse.withDefaults(
                      request.schema().orElse(Json.EMPTY_OBJECT),
                      Json.parse("{\"name\":\"me\"}"))));

  private String asked(McpHooks hooks, String toml, String question) throws Exception {
    try (Scripted server = Scripted.with(folder, hooks, toml)) {
      return server.call("ask", question).output().compact().toString();
    }
  }

  @Test
  void whatIsNotThereIsNotDeclaredAndRefusedByName() throws Exception {
    Path trace = folder.resolve("trace");
    try (Scripted server = Scripted.with(folder, "trace=" + trace)) {
      for (String method :
          List.of("roots/list", "sampling/createMessage", "elicitation/create", "x/y")) {
        assertThat(
                server.call("ask", "{\"method\":\"" + method + "\"}").output().compact().toString())
            .contains("\"code\":-32601", method);
        server.awaitLog(method + " and was refused");
      }
    }
    assertThat(Files.readString(trace)).contains("\"capabilities\":{}");
  }

  @Test
  void pingIsAnsweredWithNothing() throws Exception {
    assertThat(asked(McpHooks.NONE, "", "{\"method\":\"ping\"}")).isEqualTo("{\"result\":{}}");
  }

  @Test
  void rootsComeFromTheConfiguration() throws Exception {
    assertThat(asked(McpHooks.NONE, "roots = ['a b']", "{\"method\":\"roots/list\"}"))
        .isEqualTo(
            "{\"result\":{\"roots\":[{\"uri\":\"file://"
                + folder.toAbsolutePath()
                + "/a%20b\",\"name\":\"ab\"}]}}".replace("ab\"", "a b\""));
  }

  @Test
  void rootsOfTheHookWin() throws Exception {
    McpHooks hooks =
        McpHooks.NONE.withRoots(id -> List.of(new Root(URI.create("file:///" + id), "")));
    assertThat(asked(hooks, "roots = ['a']", "{\"method\":\"roots/list\"}"))
        .isEqualTo("{\"result\":{\"roots\":[{\"uri\":\"file:///it\"}]}}");
  }

  @Test
  void samplingIsTheHooks() throws Exception {
    McpHooks hooks =
        McpHooks.NONE.withSampling(
            (_, params) -> Json.parse("{\"role\":\"assistant\",\"seen\":" + params + "}"));
    assertThat(
            asked(
                hooks, "", "{\"method\":\"sampling/createMessage\",\"params\":{\"maxTokens\":1}}"))
        .isEqualTo("{\"result\":{\"role\":\"assistant\",\"seen\":{\"maxTokens\":1}}}");
    assertThat(
            asked(hooks, "", "{\"method\":\"sampling/createMessage\",\"params\":{\"tools\":[]}}"))
        .contains("\"code\":-32602");
    assertThat(
            asked(
                hooks.with(McpHooks.Feature.SAMPLING_TOOLS),
                "",
                "{\"method\":\"sampling/createMessage\",\"params\":{\"tools\":[]}}"))
        .contains("\"result\"");
  }

  @Test
  void elicitationIsTheHooksAndDefaultsFillWhatIsLeftOut() throws Exception {
    assertThat(asked(FILLING, "", FORM))
        .isEqualTo("{\"result\":{\"action\":\"accept\",\"content\":{\"age\":7,\"name\":\"me\"}}}");
  }

  @Test
  void thePageModeMustBeDeclared() throws Exception {
    assertThat(asked(FILLING, "", PAGE)).contains("\"code\":-32602");
    McpHooks hooks =
        McpHooks.NONE
            .withElicitation(
                (_, request) ->
                    request.url().isPresent() ? ElicitResponse.DECLINED : ElicitResponse.CANCELLED)
            .with(McpHooks.Feature.ELICITATION_URLS);
    assertThat(asked(hooks, "", PAGE)).isEqualTo("{\"result\":{\"action\":\"decline\"}}");
  }

  @Test
  void whatIsThereIsDeclared() throws Exception {
    McpHooks all =
        FILLING
            .withSampling((_, _) -> Json.EMPTY_OBJECT)
            .with(McpHooks.Feature.ELICITATION_URLS)
            .with(McpHooks.Feature.SAMPLING_TOOLS);
    for (String era : List.of("modern", "legacy")) {
      Path trace = folder.resolve("trace-" + era);
      try (Scripted server = Scripted.with(folder, all, "roots = ['.']", era, "trace=" + trace)) {
        server.client().ping();
      }
      assertThat(Files.readAllLines(trace).get(era.equals("modern") ? 0 : 1))
          .contains(
              "apabilities\":{\"roots\":{},\"sampling\":{\"tools\":{}},"
                  + "\"elicitation\":{\"form\":{},\"url\":{}}}");
    }
  }

  @Test
  void aHookThatThrowsIsAnsweredAsAnError() throws Exception {
    McpHooks hooks =
        McpHooks.NONE.withElicitation(
            (_, _) -> {
              throw new IllegalStateException("broken");
            });
    assertThat(asked(hooks, "", FORM)).contains("\"code\":-32603").doesNotContain("broken");
  }

  @Test
  void aQuestionThatTheServerCancelsInterruptsTheHook() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    McpHooks hooks =
        McpHooks.NONE.withElicitation(
            (_, _) -> {
              asked.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
              }
              return ElicitResponse.CANCELLED;
            });
    try (Scripted server = Scripted.with(folder, hooks, "")) {
      server.call("ask_and_cancel", "{}");
      assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
      server.call("cancel_question", "{}");
      assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aModernServerAsksInItsResultAndIsAnsweredInTheNextRequest() throws Exception {
    try (Scripted server = Scripted.with(folder, FILLING, "", "modern")) {
      assertThat(server.call("input", "{\"rounds\":3}").output().compact().toString())
          .isEqualTo(
              "{\"responses\":{\"who\":{\"action\":\"accept\",\"content\":{\"name\":\"me\"}}},"
                  + "\"state\":\"2\"}");
    }
  }

  @Test
  void aModernServerThatAsksForWhatIsNotThereEndsTheCall() throws Exception {
    try (Scripted server = Scripted.with(folder, McpHooks.NONE, "", "modern")) {
      PluginFailure failure =
          catchThrowableOfType(PluginFailure.class, () -> server.call("input", "{}"));
      assertThat(failure.failure().code()).isEqualTo(FailureCode.UNSUPPORTED);
      assertThat(failure.failure().message()).contains("elicitation/create");
    }
  }

  @Test
  void aModernServerThatAsksForEverIsGivenUp() throws Exception {
    try (Scripted server = Scripted.with(folder, FILLING, "", "modern")) {
      PluginFailure failure =
          catchThrowableOfType(
              PluginFailure.class, () -> server.call("input", "{\"rounds\":1000}"));
      assertThat(failure.failure().code()).isEqualTo(FailureCode.MALFORMED_RESPONSE);
      assertThat(failure.failure().message()).contains("more than 16");
    }
  }

  @Test
  void aModernServerMayNotAskByItself() throws Exception {
    try (Scripted server = Scripted.with(folder, FILLING, "", "modern")) {
      assertThat(server.call("ask", FORM).output().compact().toString())
          .contains("\"code\":-32601");
    }
  }
}
