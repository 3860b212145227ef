package io.polyplug.rune;

import static io.polyplug.host.FailureCode.CRASHED;
import static io.polyplug.host.FailureCode.MALFORMED_RESPONSE;
import static io.polyplug.host.FailureCode.TIMEOUT;
import static io.polyplug.rune.RuneScript.ANSWERS;
import static io.polyplug.rune.RuneScript.READS_REQUEST;
import static io.polyplug.rune.RuneScript.SHAKES_HANDS;
import static io.polyplug.rune.RuneScript.manifest;
import static io.polyplug.rune.RuneScript.reads;
import static io.polyplug.rune.RuneScript.responds;
import static io.polyplug.rune.RuneScript.says;
import static io.polyplug.rune.RuneScript.writes;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.FailureCode;
import io.polyplug.host.ToolCall;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sections 7.2, 8 and 8.1: everything after the handshake, in the order of the decision table. */
class ResponseRulesTest {
  /** Keeps the plugin's output free of what a shell says when it is killed. */
  private static final String WAITS = "read -r never";

  private static final ToolCall CALL = ToolCall.of(Json.EMPTY_OBJECT);

  @TempDir Path folder;

  private RuneScript script(String... afterHandshake) {
    String[] lines = new String[afterHandshake.length + 1];
    lines[0] = SHAKES_HANDS;
    System.arraycopy(afterHandshake, 0, lines, 1, afterHandshake.length);
    return new RuneScript(folder, lines);
  }

  private FailureCode code(String... afterHandshake) {
    return script(afterHandshake).failure().code();
  }

  private String output(String members) {
    return script(responds(members)).call().output().toString();
  }

  @Test
  void aSecondLineBeforeTheRequestIsTakenAsTheResponse() {
    assertThat(code(says("{\"type\":\"progress\"}"), ANSWERS)).isEqualTo(MALFORMED_RESPONSE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"exit 0", "exit 3", "read -r request; exit 0", "kill -9 $$"})
  void anEndAfterTheHandshakeWithoutALineIsCrashed(String end) {
    assertThat(code(end)).isEqualTo(CRASHED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "garbage",
        "",
        "null",
        "[]",
        "{} {}",
        "{\"type\":\"handshake\"}",
        "{\"type\":\"response\",\"request_id\":\"other\",\"status\":\"ok\"}",
        "{\"type\":\"response\",\"status\":\"ok\"}"
      })
  void aLineThatIsNoAnswerToThisRequestIsMalformed(String line) {
    assertThat(code(READS_REQUEST, says(line))).isEqualTo(MALFORMED_RESPONSE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"status\":\"maybe\"",
        "\"status\":\"OK\"",
        "\"status\":1",
        "\"output\":1",
        "\"status\":\"ok\",\"error\":{\"code\":\"x\",\"message\":\"y\"}",
        "\"status\":\"ok\",\"error\":\"text\"",
        "\"status\":\"error\"",
        "\"status\":\"error\",\"error\":null",
        "\"status\":\"error\",\"error\":{}",
        "\"status\":\"error\",\"error\":{\"message\":\" \"}",
        "\"status\":\"error\",\"error\":{\"code\":1,\"message\":\"y\"}",
        "\"status\":\"ok\",\"metadata\":[]"
      })
  void aResponseThatContradictsItselfIsMalformed(String members) {
    assertThat(code(responds(members))).isEqualTo(MALFORMED_RESPONSE);
  }

  @Test
  void aResponseThatGuessesTheIdBeforeTheRequestIsMalformed() {
    assertThat(
            code(
                says("{\"type\":\"response\",\"request_id\":\"plugin_req_0\",\"status\":\"ok\"}"),
                READS_REQUEST))
        .isEqualTo(MALFORMED_RESPONSE);
  }

  @Test
  void aResponseLineOverAMebibyteIsMalformed() {
    assertThat(
            script(
                    READS_REQUEST,
                    "printf '{\"type\":\"response\",\"pad\":\"'; head -c 1048577 /dev/zero | tr '\\0' x; echo '\"}'")
                .with("env", "{ PATH = '/usr/bin:/bin' }")
                .failure()
                .code())
        .isEqualTo(MALFORMED_RESPONSE);
  }

  @Test
  void aResponseWithoutAFinalNewlineIsAResponse() {
    String line = ANSWERS.replace("}\\n'", "}'");
    assertThat(script(line).call().output().toString()).isEqualTo("{\"n\":1}");
  }

  @Test
  void noResponseWithinTheTotalTimeIsTimeout() throws Exception {
    assertThat(
            script()
                .with("timeout", "'1m'")
                .failureAfter(
                    Duration.ofMinutes(1),
                    CALL,
                    self -> {
                      reads(self);
                      writes(self, manifest() + "\n");
                      reads(self);
                    })
                .code())
        .isEqualTo(TIMEOUT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"exit 0", "exit 3", "kill -9 $$", WAITS + "; sleep 1000"})
  void thePluginsOwnErrorIsItsAnswerHoweverItEnds(String end) {
    var error =
        script(
                responds(
                    "\"status\":\"error\",\"error\":{\"code\":\"not_found\",\"message\":\"no such word\"}"),
                end)
            .error();
    assertThat(error.code()).isEqualTo("not_found");
    assertThat(error.text()).isEqualTo("no such word");
    assertThat(error.plugin()).isEqualTo("acme.test");
  }

  @Test
  void anErrorNeedsNoCode() {
    assertThat(
            script(responds("\"status\":\"error\",\"error\":{\"message\":\"y\"}")).error().code())
        .isEmpty();
  }

  @Test
  void anExitStatusAfterAGoodResponseIsCrashed() {
    assertThat(script(ANSWERS, "exit 3").failure())
        .satisfies(
            failure -> {
              assertThat(failure.code()).isEqualTo(CRASHED);
              assertThat(failure.message()).contains("code 3");
            });
  }

  @Test
  void aSignalAfterAGoodResponseIsCrashed() {
    assertThat(script(ANSWERS, "kill -9 $$").failure())
        .satisfies(
            failure -> {
              assertThat(failure.code()).isEqualTo(CRASHED);
              assertThat(failure.message()).contains("SIGKILL");
            });
  }

  @Test
  void outlivingTheTeardownTimeIsCrashed() throws Exception {
    assertThat(
            script()
                .with("timeout", "'1h'")
                .with("teardown_timeout", "'1s'")
                .failureAfter(Duration.ofSeconds(1), CALL, RuneScript::answers)
                .code())
        .isEqualTo(CRASHED);
  }

  @Test
  void outlivingTheTotalTimeDuringTeardownIsTimeout() throws Exception {
    assertThat(
            script()
                .with("timeout", "'1m'")
                .with("teardown_timeout", "'1h'")
                .failureAfter(Duration.ofMinutes(1), CALL, RuneScript::answers)
                .code())
        .isEqualTo(TIMEOUT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"echo more", "printf x", "echo more; exit 3", ANSWERS_AGAIN})
  void outputAfterTheResponseIsMalformed(String more) {
    assertThat(code(ANSWERS, more)).isEqualTo(MALFORMED_RESPONSE);
  }

  private static final String ANSWERS_AGAIN =
      "printf '{\"type\":\"response\",\"request_id\":\"%s\",\"status\":\"ok\"}\\n' \"$id\"";

  @Test
  void moreWhiteSpaceThanAllowedAfterTheResponseIsMalformed() {
    assertThat(
            script(ANSWERS, "head -c 70000 /dev/zero | tr '\\0' ' '")
                .with("env", "{ PATH = '/usr/bin:/bin' }")
                .failure()
                .code())
        .isEqualTo(MALFORMED_RESPONSE);
  }

  @Test
  void onlyWhiteSpaceAfterTheResponseIsFine() {
    assertThat(script(ANSWERS, "printf ' \\n\\t\\r\\n'").call().ok()).isTrue();
  }

  @Test
  void aMissingOutputIsAnEmptyObjectAndNullIsNull() {
    assertThat(output("\"status\":\"ok\"")).isEqualTo("{}");
    assertThat(output("\"status\":\"ok\",\"output\":null")).isEqualTo("null");
    assertThat(output("\"status\":\"ok\",\"output\":[1]")).isEqualTo("[1]");
  }

  @Test
  void numbersPassThroughUnchanged() {
    assertThat(output("\"status\":\"ok\",\"output\":[12345678901234567890123,1.0,1e400,-0]"))
        .isEqualTo("[12345678901234567890123,1.0,1e400,-0]");
    String digits = "7".repeat(5_000);
    assertThat(output("\"status\":\"ok\",\"output\":" + digits)).isEqualTo(digits);
  }

  @Test
  void invalidUtf8InsideAStringIsNoFailure() {
    assertThat(output("\"status\":\"ok\",\"output\":\"a\\377b\"")).isEqualTo("\"a\ufffdb\"");
  }

  @Test
  void metadataAndUnknownMembersAreAcceptedAndUnused() {
    assertThat(output("\"status\":\"ok\",\"output\":1,\"metadata\":{\"a\":1},\"success\":false"))
        .isEqualTo("1");
  }
}
