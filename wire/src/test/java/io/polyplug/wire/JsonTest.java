package io.polyplug.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "NaN",
        "\uFEFF{}",
        "{} {}",
        "[1,]",
        "{\"a\":1,}",
        "{a:1}",
        "01",
        "1.",
        ".5",
        "1e",
        "+1",
        "-",
        "tru",
        "nulll",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"a\nb\"",
        "\"",
        "[",
        "{\"a\"}",
        "{\"a\":}",
        "'a'",
        "Infinity",
        "// c\n1"
      })
  void isNotExactlyOneValue(String text) {
    assertThatThrownBy(() -> Json.parse(text))
        .isInstanceOf(InvalidJson.class)
        .hasMessageMatching("Not valid JSON: .* at byte \\d+\\.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        " [1, 2.5e-3 ,-0] ",
        "\"\\ud800 \\n é\"",
        "null",
        "true",
        "{\"a\":{\"a\":[{}]}}"
      })
  void isOneValueAndStaysAsItCame(String text) {
    assertThat(Json.parse(text).toString()).isEqualTo(text.strip());
  }

  @Test
  void theDepthIsBounded() {
    assertThat(Json.parse("[".repeat(500) + "]".repeat(500)).length()).isEqualTo(1000);
    assertThatThrownBy(() -> Json.parse("[".repeat(501) + "]".repeat(501)))
        .hasMessageContaining("deeper than 500");
  }

  @Test
  void malformedUtf8IsRefusedOrRepaired() {
    byte[] bytes = "\"\u00C0\u0080\"".getBytes(ISO_8859_1);
    assertThatThrownBy(() -> Json.parse(bytes)).hasMessageContaining("not UTF-8 at byte 1");
    assertThat(Json.parseRepaired(bytes).stringValue()).isEqualTo("\uFFFD\uFFFD");
  }

  @Test
  void valuesAreEqualByTheirBytes() {
    assertThat(Json.parse("{}")).isEqualTo(Json.EMPTY_OBJECT).hasSameHashCodeAs(Json.EMPTY_OBJECT);
    assertThat(Json.parse("{ }")).isNotEqualTo(Json.EMPTY_OBJECT);
    assertThat(Json.string("a\"\n").toString()).isEqualTo("\"a\\\"\\n\"");
    assertThat(Json.parse(" 12 ").kind()).isEqualTo(Json.Kind.NUMBER);
  }
}
