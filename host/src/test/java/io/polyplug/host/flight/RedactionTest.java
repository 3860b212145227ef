package io.polyplug.host.flight;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
  private final Redaction redaction = Redaction.of(Map.of("ACME_TOKEN", "hunter2hunter2"));

  private String clean(String json) {
    return redaction.json(Json.parse(json)).toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password",
        "apiKey",
        "API_KEY",
        "accessToken",
        "x-api-key",
        "clientSecret",
        "Authorization",
        "set-cookie",
        "db.password",
        "tokens",
        "private_key",
        "AWS_SECRET_ACCESS_KEY"
      })
  void theValueOfAMemberThatIsCalledAsSecretsAreIsLeftOut(String name) {
    assertThat(clean("{\"" + name + "\":\"swordfish\",\"a\":1.50}"))
        .isEqualTo("{\"" + name + "\":\"[secret]\",\"a\":1.50}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "progressToken",
        "max_tokens",
        "tokens_used",
        "keyboard",
        "passenger",
        "tokenizer"
      })
  void otherMembersStay(String name) {
    assertThat(clean("{\"" + name + "\":\"swordfish\"}")).contains("swordfish");
  }

  @ParameterizedTest
  @CsvSource({
    "sk-abcdefghijklmnopqrst",
    "ghp_abcdefghijklmnopqrstuvwx",
    "github_pat_11ABCDEFG0abcdefghij_klm",
    "xoxb-1234567890-abcdef",
    "AKIAIOSFODNN7EXAMPLE",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
    "hunter2hunter2"
  })
  void whatHasTheFormOfAKeyIsLeftOutWhereverItStands(String secret) {
    assertThat(clean("{\"text\":\"use " + secret + " now\"}"))
        .isEqualTo("{\"text\":\"use [secret] now\"}");
    assertThat(redaction.text("use " + secret + " now")).isEqualTo("use [secret] now");
  }

  @Test
  void credentialsInHeadersAndAddressesAreLeftOut() {
    assertThat(redaction.text("curl -H 'X: Bearer abcdef123456' https://me:pw@example.com/"))
        .isEqualTo("curl -H 'X: Bearer [secret]' https://[secret]@example.com/");
  }

  @Test
  void allThatIsBelowSuchAMemberIsLeftOut() {
    assertThat(clean("{\"credentials\":{\"user\":\"me\",\"pins\":[1,\"2\"],\"on\":true}}"))
        .isEqualTo(
            "{\"credentials\":{\"user\":\"[secret]\",\"pins\":[\"[secret]\",\"[secret]\"],\"on\":true}}");
  }

  @Test
  void jsonInATextIsLookedThroughAndOtherwiseStaysAsItIs() {
    assertThat(clean("{\"m\":[\"{\\\"password\\\":\\\"x1\\\"}\",\"{ \\\"a\\\" : 1 }\"]}"))
        .isEqualTo("{\"m\":[\"{\\\"password\\\":\\\"[secret]\\\"}\",\"{ \\\"a\\\" : 1 }\"]}");
  }

  @Test
  void numbersKeepTheirDigits() {
    assertThat(clean("{\"n\":123456789012345678901234567890.10,\"e\":1E5}"))
        .isEqualTo("{\"n\":123456789012345678901234567890.10,\"e\":1E5}");
  }

  @Test
  void aFrameThatWasCutIsLookedThroughAsWell() {
    assertThat(
            redaction.frame("{\"a\":1,\"password\" : \"sword\\\"fish\",\"b\":\"x".getBytes(UTF_8)))
        .isEqualTo("{\"a\":1,\"password\":\"[secret]\",\"b\":\"x");
    assertThat(redaction.frame("{\"token\":\"swordf".getBytes(UTF_8)))
        .isEqualTo("{\"token\":\"[secret]\"");
  }
}
