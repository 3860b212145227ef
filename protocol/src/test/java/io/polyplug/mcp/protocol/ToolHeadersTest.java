package io.polyplug.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.wire.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arguments of tools that travel in headers too. */
class ToolHeadersTest {
  private static ToolHeaders of(String schema) throws ToolHeaders.Invalid {
    return ToolHeaders.of(Json.parse(schema));
  }

  private static String property(String schema) {
    return "{\"type\":\"object\",\"properties\":{\"a\":" + schema + "}}";
  }

  @Test
  void aSchemaWithoutMarksHasNone() throws Exception {
    assertThat(of(property("{\"type\":\"string\"}"))).isEqualTo(ToolHeaders.NONE);
    assertThat(of("true")).isEqualTo(ToolHeaders.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"string", "integer", "boolean"})
  void plainPropertiesMayBeMarked(String type) throws Exception {
    ToolHeaders headers = of(property("{\"type\":\"%s\",\"x-mcp-header\":\"A\"}".formatted(type)));
    assertThat(headers.marked()).containsExactly(new ToolHeaders.Marked("A", List.of("a")));
  }

  @Test
  void nestedPropertiesAreFoundByTheirPath() throws Exception {
    ToolHeaders headers =
        of(
            property(
                "{\"type\":\"object\",\"properties\":{\"b\":"
                    + "{\"type\":\"string\",\"x-mcp-header\":\"Deep\"}}}"));
    assertThat(headers.of(Optional.of(Json.parse("{\"a\":{\"b\":\"x\"}}"))))
        .isEqualTo(Map.of("Mcp-Param-Deep", "x"));
    assertThat(headers.of(Optional.of(Json.parse("{\"a\":\"x\"}")))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"number\",\"x-mcp-header\":\"A\"}",
        "{\"type\":\"object\",\"x-mcp-header\":\"A\"}",
        "{\"type\":\"array\",\"x-mcp-header\":\"A\"}",
        "{\"type\":[\"string\",\"null\"],\"x-mcp-header\":\"A\"}",
        "{\"x-mcp-header\":\"A\"}"
      })
  void othersMayNot(String schema) {
    assertThatThrownBy(() -> of(property(schema))).isInstanceOf(ToolHeaders.Invalid.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"\"", "\"a b\"", "\"a:b\"", "\"a\\r\\nb\"", "\"é\"", "1", "null", "{}"})
  void theNameMustBeOneOfAHeader(String name) {
    assertThatThrownBy(() -> of(property("{\"type\":\"string\",\"x-mcp-header\":" + name + "}")))
        .isInstanceOf(ToolHeaders.Invalid.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"array\",\"items\":%s}",
        "{\"anyOf\":[%s]}",
        "{\"oneOf\":[{\"properties\":{\"b\":%s}}]}",
        "{\"not\":%s}",
        "{\"if\":%s}",
        "{\"$defs\":{\"b\":%s}}",
        "{\"additionalProperties\":%s}"
      })
  void aMarkThatIsNotReachedThroughPropertiesIsInvalid(String place) {
    String mark = "{\"type\":\"string\",\"x-mcp-header\":\"A\"}";
    assertThatThrownBy(() -> of(property(place.formatted(mark))))
        .isInstanceOf(ToolHeaders.Invalid.class);
  }

  @Test
  void theRootMayNotBeMarked() {
    assertThatThrownBy(() -> of("{\"type\":\"string\",\"x-mcp-header\":\"A\"}"))
        .isInstanceOf(ToolHeaders.Invalid.class);
  }

  @Test
  void twoMayNotHaveTheSameNameWhateverItsCase() {
    assertThatThrownBy(
            () ->
                of(
                    "{\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"Same\"},"
                        + "\"b\":{\"type\":\"string\",\"x-mcp-header\":\"sAME\"}}}"))
        .isInstanceOf(ToolHeaders.Invalid.class)
        .hasMessageContaining("two arguments");
  }

  @Test
  void aMarkAmongDataIsNone() throws Exception {
    assertThat(of(property("{\"type\":\"object\",\"default\":{\"x-mcp-header\":1}}")).marked())
        .isEmpty();
  }

  @Test
  void aPropertyMayHaveTheNameOfTheMark() throws Exception {
    ToolHeaders headers =
        of(
            "{\"properties\":{\"x-mcp-header\":"
                + "{\"type\":\"string\",\"x-mcp-header\":\"Odd\"}}}");
    assertThat(headers.marked())
        .containsExactly(new ToolHeaders.Marked("Odd", List.of("x-mcp-header")));
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "'\"x\"'; x",
        "42; 42",
        "-7; -7",
        "true; true",
        "'\"é\"'; =?base64?w6k=?=",
        "'\"\"'; ''"
      },
      delimiter = ';')
  void valuesAreWrittenAsText(String value, String header) throws Exception {
    ToolHeaders headers = of(property("{\"type\":\"string\",\"x-mcp-header\":\"A\"}"));
    assertThat(headers.of(Optional.of(Json.parse("{\"a\":" + value + "}"))))
        .isEqualTo(Map.of("Mcp-Param-A", header));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"a\":null}", "{\"a\":[]}", "{\"a\":{}}", "[]", "null"})
  void whatIsMissingOrNoPlainValueHasNoHeader(String arguments) throws Exception {
    ToolHeaders headers = of(property("{\"type\":\"string\",\"x-mcp-header\":\"A\"}"));
    assertThat(headers.of(Optional.of(Json.parse(arguments)))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"42,42", "42.0,42", "42,42.00", "4.2e1,42", "-0,0"})
  void numbersAreComparedAsNumbers(String header, String argument) {
    assertThat(ToolHeaders.matches(header, Json.parse(argument))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"43,42", "x,42", "0x2A,42", "1e999999999,1", "1,1e999999999", "True,true"})
  void differentValuesDoNotMatch(String header, String argument) {
    assertThat(ToolHeaders.matches(header, Json.parse(argument))).isFalse();
  }

  @Test
  void textThatLooksLikeANumberIsComparedAsText() {
    assertThat(ToolHeaders.matches("42.0", Json.string("42"))).isFalse();
    assertThat(ToolHeaders.matches("42", Json.string("42"))).isTrue();
  }

  @Test
  void veryLongNumbersAreComparedAsText() {
    String digits = "9".repeat(1 << 20);
    assertThat(ToolHeaders.matches(digits, Json.parse(digits))).isTrue();
    assertThat(ToolHeaders.matches("1", Json.parse(digits))).isFalse();
  }
}
