package io.polyplug.bowire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.bowire.protocol.InvokeResult;
import io.polyplug.bowire.protocol.Target;
import io.polyplug.host.PluginError;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolResult;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls and what comes of them (5.2, 5.3, 5.6), against a real process. */
class InvokeRulesTest {
  @TempDir static Path folder;
  private static TestSidecar sidecar;

  @BeforeAll
  static void start() throws IOException {
    sidecar = TestSidecar.with(folder);
  }

  @AfterAll
  static void stop() {
    if (sidecar != null) {
      sidecar.close();
    }
  }

  @Test
  void theInputGoesOutAsTextAndTheResponseIsReadAsJson() {
    ToolResult result =
        sidecar
            .plugin()
            .tool("Echo/echo")
            .call(
                ToolCall.of(Json.parse("{\"a\": 1.50}"))
                    .withTarget("echo@echo://demo")
                    .withMetadata("tenant", "acme"));
    assertThat(result.output().toString()).isEqualTo("{\"a\": 1.50}");
    assertThat(result.ok()).isTrue();
    assertThat(result.status()).isEqualTo("OK");
    assertThat(result.metadata())
        .containsEntry("url", Json.string("echo://demo"))
        .containsEntry("tenant", Json.string("acme"))
        .containsEntry("count", Json.string("1"))
        .containsEntry("nothing", Json.string(""));
  }

  @Test
  void aResponseThatIsNoJsonIsATextAndCharactersSurvive() {
    InvokeResult result =
        sidecar
            .typed()
            .invoke(TestSidecar.target("echo"), List.of("plain \u2028\u0085 é \uD83D\uDE00"));
    assertThat(result.response()).contains("plain \u2028\u0085 é \uD83D\uDE00");
  }

  @Test
  void noMessageIsAnEmptyObject() {
    assertThat(sidecar.typed().invoke(TestSidecar.target("echo"), List.of()).response())
        .contains("{}");
  }

  @Test
  void everyShapeOfAResultIsRead() {
    assertThat(raw("null")).isEqualTo(new Shape(Optional.empty(), "OK", Map.of()));
    assertThat(raw("{}")).isEqualTo(new Shape(Optional.empty(), "OK", Map.of()));
    assertThat(raw("\"text\""))
        .isEqualTo(new Shape(Optional.empty(), "sidecar returned non-object", Map.of()));
    assertThat(raw("[1]").status()).isEqualTo("sidecar returned non-object");
    assertThat(raw("{\"response\":{\"a\": [1, 2]},\"status\":7,\"metadata\":{\"n\":1,\"x\":null}}"))
        .isEqualTo(new Shape(Optional.of("{\"a\":[1,2]}"), "OK", Map.of("n", "1", "x", "")));
    assertThat(raw("{\"response\":\"\",\"status\":\"NotFound\"}"))
        .isEqualTo(new Shape(Optional.of(""), "NotFound", Map.of()));
  }

  private record Shape(Optional<String> response, String status, Map<String, String> metadata) {}

  private static Shape raw(String result) {
    InvokeResult read = sidecar.typed().invoke(TestSidecar.target("raw"), List.of(result));
    return new Shape(read.response(), read.status(), read.metadata());
  }

  @Test
  void theSidecarsOwnDurationCountsIfItIsPositive() {
    InvokeResult told =
        sidecar.typed().invoke(TestSidecar.target("raw"), List.of("{\"durationMs\":86400000}"));
    assertThat(told.duration()).isEqualTo(Duration.ofDays(1));
    InvokeResult measured =
        sidecar.typed().invoke(TestSidecar.target("raw"), List.of("{\"durationMs\":0}"));
    assertThat(measured.duration()).isPositive().isLessThan(Duration.ofHours(1));
  }

  @Test
  void aStatusThatIsNoSuccessIsAResultThatIsNotOk() {
    ToolResult result = sidecar.call("raw", "{\"response\":\"{}\",\"status\":\"404\"}");
    assertThat(result.ok()).isFalse();
    assertThat(result.status()).isEqualTo("404");
    assertThat(sidecar.call("raw", "{\"status\":\"204\"}").ok()).isTrue();
    assertThat(sidecar.call("raw", "{\"status\":\"created\"}").ok()).isTrue();
    assertThat(sidecar.call("raw", "{\"status\":\"\"}").ok()).isTrue();
    assertThat(sidecar.call("raw", "{\"status\":\"500\"}").ok()).isFalse();
  }

  @Test
  void anErrorReplyIsTheSidecarsOwnErrorAndHasAStatusOfItsOwn() {
    PluginError error = catchThrowableOfType(PluginError.class, () -> sidecar.call("fail", "{}"));
    assertThat(error.code()).isEqualTo("sidecar:-32000");
    assertThat(error.text()).isEqualTo("ValueError: no");
    InvokeResult typed = sidecar.typed().invoke(TestSidecar.target("fail"), List.of());
    assertThat(typed.status()).isEqualTo("sidecar:-32000");
    assertThat(typed.response().orElseThrow()).contains("ValueError: no");
    assertThat(typed.isSuccess()).isFalse();
  }

  @Test
  void noiseRequestsAndForeignRepliesDisturbNothing() throws Exception {
    assertThat(sidecar.call("noise", "{}").output()).isEqualTo(Json.string("quiet"));
    sidecar.awaitLog("starting up...");
  }

  @Test
  void aToolNeedsAServiceAndAMethod() {
    var failure =
        catchThrowableOfType(
            io.polyplug.host.PluginFailure.class,
            () -> sidecar.plugin().tool("echo").call(ToolCall.of(Json.EMPTY_OBJECT)));
    assertThat(failure.failure().message()).contains("SERVICE/METHOD");
  }

  @Test
  void aHintForAnotherProtocolIsRefusedAndAPasswordIsNoHint() {
    assertThat(ServerUrl.bare("https://user:pw@h", "echo", "echo")).isEqualTo("https://user:pw@h");
    assertThat(ServerUrl.bare("ECHO@tcp://h", "echo", "echo")).isEqualTo("tcp://h");
    var failure =
        catchThrowableOfType(
            io.polyplug.host.PluginFailure.class,
            () -> ServerUrl.bare("mqtt@tcp://h", "echo", "echo"));
    assertThat(failure.failure().message()).contains("mqtt").contains("echo");
  }

  @Test
  void aMessageOver16MiBIsRefusedBeforeItIsSent() {
    String large = "x".repeat(17 << 20);
    Target target = TestSidecar.target("echo");
    InvokeResult result = sidecar.typed().invoke(target, List.of(large));
    assertThat(result.status()).contains("larger than");
    assertThat(sidecar.call("echo", "1").output()).isEqualTo(Json.parse("1"));
  }
}
