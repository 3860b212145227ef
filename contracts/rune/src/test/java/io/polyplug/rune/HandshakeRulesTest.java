package io.polyplug.rune;

import static io.polyplug.host.FailureCode.CAPABILITY_NOT_ALLOWED;
import static io.polyplug.host.FailureCode.CAPABILITY_NOT_DECLARED;
import static io.polyplug.host.FailureCode.CRASHED;
import static io.polyplug.host.FailureCode.HANDSHAKE_FAILED;
import static io.polyplug.host.FailureCode.MALFORMED_RESPONSE;
import static io.polyplug.host.FailureCode.PROTOCOL_VERSION_MISMATCH;
import static io.polyplug.host.FailureCode.TIMEOUT;
import static io.polyplug.host.FailureCode.TOOL_NOT_EXPOSED;
import static io.polyplug.rune.RuneScript.ANSWERS;
import static io.polyplug.rune.RuneScript.SHAKES_HANDS;
import static io.polyplug.rune.RuneScript.handshake;
import static io.polyplug.rune.RuneScript.manifest;
import static io.polyplug.rune.RuneScript.reads;
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

/** Sections 4, 7.1 and 8: everything up to the handshake, in the order of the decision table. */
class HandshakeRulesTest {
  private static final String TOOLS = "\"exposed_tools\":[\"t\"]";
  private static final String EXECUTE = "\"capabilities\":[\"tool.execute\"]";

  private static final Duration TWO_SECONDS = Duration.ofSeconds(2);
  private static final ToolCall CALL = ToolCall.of(Json.EMPTY_OBJECT);

  @TempDir Path folder;

  private FailureCode code(String... lines) {
    return new RuneScript(folder, lines).failure().code();
  }

  private FailureCode codeOfHandshake(String line) {
    return code("read -r hello", says(line), "read -r request");
  }

  private FailureCode codeOfCapabilities(String allowed, String declared) {
    return new RuneScript(
            folder, "read -r hello", says(manifest(TOOLS + declared)), "read -r request")
        .with("capabilities", allowed)
        .failure()
        .code();
  }

  @ParameterizedTest
  @ValueSource(strings = {"exit 0", "exit 7", "kill -9 $$", "read -r hello; exit 0"})
  void anEndWithoutAByteIsCrashed(String end) {
    assertThat(code(end)).isEqualTo(CRASHED);
  }

  @Test
  void closingStdoutWithoutAByteIsCrashed() {
    assertThat(code("exec 1>&-", "read -r hello", "read -r never")).isEqualTo(CRASHED);
  }

  @Test
  void aRequestThatCouldNotBeWrittenAndNoLineIsCrashed() {
    assertThat(code("exec 0<&-", "exit 0")).isEqualTo(CRASHED);
  }

  @Test
  void aReadableLineIsClassifiedAlthoughTheRequestCouldNotBeWritten() {
    assertThat(code("exec 0<&-", says("{\"type\":\"other\"}"))).isEqualTo(HANDSHAKE_FAILED);
    assertThat(code("exec 0<&-", says(manifest()))).isEqualTo(CRASHED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Welcome to the plugin",
        "",
        "   ",
        "null",
        "[]",
        "3",
        "\"text\"",
        "NaN",
        "{} {}",
        "{\"type\":\"handshake\"} done",
        "{\"type\":\"handshake\"",
        "\ufeff{\"type\":\"handshake\"}"
      })
  void aLineThatIsNotOneObjectIsMalformed(String line) {
    assertThat(codeOfHandshake(line)).isEqualTo(MALFORMED_RESPONSE);
  }

  @Test
  void aBannerBeforeAGoodHandshakeIsMalformed() {
    assertThat(code("echo starting", SHAKES_HANDS, ANSWERS)).isEqualTo(MALFORMED_RESPONSE);
  }

  @Test
  void aMebibyteIsALineAndOneByteMoreIsNot() {
    String padding = "head -c $((1048576 - ${#1})) /dev/zero | tr '\\0' x";
    String line = "set -- '" + manifest(TOOLS + "," + EXECUTE + ",\"pad\":\"\"") + "'; ";
    String prefix = "printf '%s' \"${1%??\\}\\}}\"";
    String write = line + prefix + "; printf '\"'; " + padding + "; printf '\"}}'";
    // The closing of the padded member is written by hand: two bytes, then two braces.
    assertThat(
            new RuneScript(folder, "read -r hello", write + "; echo", ANSWERS)
                .with("env", "{ PATH = '/usr/bin:/bin' }")
                .call()
                .ok())
        .isTrue();
    assertThat(
            new RuneScript(folder, "read -r hello", write + "; printf ' x\\n'", ANSWERS)
                .with("env", "{ PATH = '/usr/bin:/bin' }")
                .failure()
                .code())
        .isEqualTo(MALFORMED_RESPONSE);
  }

  @Test
  void anEndlessLineIsMalformedAndNotRemembered() {
    assertThat(
            code(
                "x=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
                "while printf '%s%s%s%s' $x $x $x $x; do :; done"))
        .isEqualTo(MALFORMED_RESPONSE);
  }

  @Test
  void halfALineAndSilenceIsTimeout() throws Exception {
    assertThat(
            new RuneScript(folder)
                .with("handshake_timeout", "'2s'")
                .failureAfter(
                    TWO_SECONDS,
                    CALL,
                    self -> {
                      writes(self, "{\"type\":");
                      reads(self);
                    })
                .code())
        .isEqualTo(TIMEOUT);
  }

  @Test
  void halfALineAndTheEndIsMalformed() {
    assertThat(code("read -r hello; printf '{\"type\":'")).isEqualTo(MALFORMED_RESPONSE);
  }

  @Test
  void noLineWithinTheHandshakesTimeIsTimeout() throws Exception {
    assertThat(
            new RuneScript(folder)
                .with("handshake_timeout", "'2s'")
                .failureAfter(TWO_SECONDS, CALL, RuneScript::reads))
        .satisfies(
            failure -> {
              assertThat(failure.code()).isEqualTo(TIMEOUT);
              assertThat(failure.message()).contains("handshake").contains("2 s");
            });
  }

  @Test
  void anotherTypeIsHandshakeFailed() {
    assertThat(codeOfHandshake("{\"type\":\"response\",\"request_id\":\"x\",\"status\":\"ok\"}"))
        .isEqualTo(HANDSHAKE_FAILED);
    assertThat(codeOfHandshake("{}")).isEqualTo(HANDSHAKE_FAILED);
    assertThat(codeOfHandshake("{\"type\":null}")).isEqualTo(HANDSHAKE_FAILED);
  }

  @Test
  void aMissingManifestOrVersionIsVersionMismatch() {
    assertThat(codeOfHandshake("{\"type\":\"handshake\"}")).isEqualTo(PROTOCOL_VERSION_MISMATCH);
    assertThat(codeOfHandshake("{\"type\":\"handshake\",\"manifest\":null}"))
        .isEqualTo(PROTOCOL_VERSION_MISMATCH);
    assertThat(codeOfHandshake(handshake("\"plugin_version\":\"1\"")))
        .isEqualTo(PROTOCOL_VERSION_MISMATCH);
  }

  @Test
  void anotherVersionIsVersionMismatchWhateverTheId() {
    assertThat(codeOfHandshake(handshake("\"plugin_id\":\"other\",\"protocol_version\":\"v2\"")))
        .isEqualTo(PROTOCOL_VERSION_MISMATCH);
  }

  @Test
  void aPaddedVersionIsAccepted() {
    String padded =
        manifest(TOOLS + "," + EXECUTE).replace("rterm.plugin.v1", " rterm.plugin.v1\u00a0");
    assertThat(new RuneScript(folder, "read -r hello", says(padded), ANSWERS).call().ok()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"plugin_version\":\"1\",\"exposed_tools\":[\"t\"]",
        "\"plugin_id\":\" \",\"plugin_version\":\"1\",\"exposed_tools\":[\"t\"]",
        "\"plugin_id\":\"acme.test\",\"exposed_tools\":[\"t\"]",
        "\"plugin_id\":\"acme.test\",\"plugin_version\":null,\"exposed_tools\":[\"t\"]",
        "\"plugin_id\":\"acme.test\",\"plugin_version\":\"1\"",
        "\"plugin_id\":\"acme.test\",\"plugin_version\":\"1\",\"exposed_tools\":null",
        "\"plugin_id\":\"acme.test\",\"plugin_version\":\"1\",\"exposed_tools\":[]",
        "\"plugin_id\":\"acme.test \",\"plugin_version\":\"1\",\"exposed_tools\":[\"t\"]",
        "\"plugin_id\":\"Acme.test\",\"plugin_version\":\"1\",\"exposed_tools\":[\"t\"]"
      })
  void anIncompleteOrForeignManifestIsHandshakeFailed(String members) {
    assertThat(codeOfHandshake(handshake("\"protocol_version\":\"rterm.plugin.v1\"," + members)))
        .isEqualTo(HANDSHAKE_FAILED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"exposed_tools\":\"t\"",
        "\"exposed_tools\":[1]",
        "\"exposed_tools\":[\"t\"],\"capabilities\":[1]",
        "\"exposed_tools\":[\"t\"],\"capabilities\":{}",
        "\"plugin_id\":7"
      })
  void aWrongTypeInTheManifestIsMalformed(String members) {
    assertThat(codeOfHandshake(manifest(members))).isEqualTo(MALFORMED_RESPONSE);
    assertThat(codeOfHandshake("{\"type\":\"handshake\",\"manifest\":[]}"))
        .isEqualTo(MALFORMED_RESPONSE);
    assertThat(codeOfHandshake("{\"type\":1}")).isEqualTo(MALFORMED_RESPONSE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"other\"", "\"t \"", "\"T\"", "null"})
  void aToolThatIsNotListedExactlyIsNotExposed(String tool) {
    assertThat(codeOfHandshake(manifest("\"exposed_tools\":[" + tool + "]," + EXECUTE)))
        .isEqualTo(TOOL_NOT_EXPOSED);
  }

  @Test
  void aToolThatIsNotListedCountsBeforeBadCapabilities() {
    assertThat(codeOfHandshake(manifest("\"exposed_tools\":[\"other\"],\"capabilities\":[\"x\"]")))
        .isEqualTo(TOOL_NOT_EXPOSED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",\"capabilities\":null", ",\"capabilities\":[]"})
  void noDeclarationWhereSomethingIsAllowedIsNotDeclared(String declared) {
    assertThat(codeOfCapabilities("['tool.execute']", declared)).isEqualTo(CAPABILITY_NOT_DECLARED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\"",
        "\" \"",
        "\" tool.execute\"",
        "\"tool.execute\\t\"",
        "\"\\u00a0tool.execute\"",
        "\"tool.execute\\u0085\"",
        "null",
        "\"tool.execute\",\"tool.execute\""
      })
  void anEntryThatIsNotCanonicalOrRepeatsIsNotDeclared(String entries) {
    assertThat(codeOfCapabilities("['tool.execute']", ",\"capabilities\":[" + entries + "]"))
        .isEqualTo(CAPABILITY_NOT_DECLARED);
  }

  @Test
  void anEntryOutsideTheAllowListIsNotAllowed() {
    assertThat(codeOfCapabilities("['tool.execute']", ",\"capabilities\":[\"net\"]"))
        .isEqualTo(CAPABILITY_NOT_ALLOWED);
    assertThat(codeOfCapabilities("['tool.execute']", ",\"capabilities\":[\"Tool.execute\"]"))
        .isEqualTo(CAPABILITY_NOT_ALLOWED);
    assertThat(codeOfCapabilities("[]", ",\"capabilities\":[\"net\"]"))
        .isEqualTo(CAPABILITY_NOT_ALLOWED);
  }

  @Test
  void theFirstOffendingEntryDecides() {
    assertThat(codeOfCapabilities("[]", ",\"capabilities\":[\"x\",\"x\"]"))
        .isEqualTo(CAPABILITY_NOT_ALLOWED);
    assertThat(codeOfCapabilities("['x']", ",\"capabilities\":[\"x\",\"x\"]"))
        .isEqualTo(CAPABILITY_NOT_DECLARED);
    assertThat(codeOfCapabilities("[]", ",\"capabilities\":[\" x\"]"))
        .isEqualTo(CAPABILITY_NOT_DECLARED);
  }

  @Test
  void aProperSubsetIsFine() {
    assertThat(
            new RuneScript(folder, SHAKES_HANDS, ANSWERS)
                .with("capabilities", "['net', 'tool.execute']")
                .call()
                .ok())
        .isTrue();
  }

  @Test
  void anythingDeclaredOrNotIsFineWithoutAnAllowListAsLongAsItIsNothing() {
    assertThat(
            new RuneScript(folder, "read -r hello", says(manifest(TOOLS)), ANSWERS)
                .with("capabilities", "[]")
                .call()
                .ok())
        .isTrue();
  }

  @Test
  void unknownMembersDoNotMatterAndTheLastOfTwoCounts() {
    String line =
        manifest(
            "\"exposed_tools\":[\"x\"],\"exposed_tools\":[\"t\"],\"new\":{\"a\":[1]}," + EXECUTE);
    assertThat(new RuneScript(folder, "read -r hello", says(line), ANSWERS).call().ok()).isTrue();
  }

  @Test
  void theHandshakeMayComeBeforeTheRequestWasRead() {
    assertThat(new RuneScript(folder, says(manifest()), "read -r hello", ANSWERS).call().ok())
        .isTrue();
  }

  @Test
  void carriageReturnsAndBlanksAroundALineAreTrimmed() {
    assertThat(
            new RuneScript(
                    folder, "read -r hello", "printf ' \\t%s \\r\\n' '" + manifest() + "'", ANSWERS)
                .call()
                .ok())
        .isTrue();
  }

  @Test
  void whenTheHandshakeFailsNoRequestIsSent() {
    Path seen = folder.resolve("seen");
    assertThat(
            code(
                "read -r hello",
                says(manifest("\"exposed_tools\":[\"other\"]")),
                "if read -r request; then echo \"$request\" > seen; fi"))
        .isEqualTo(TOOL_NOT_EXPOSED);
    assertThat(seen).doesNotExist();
  }
}
