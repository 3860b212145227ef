package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPartsTest {
  @Test
  void membersAreTheTextTheyWere() {
    var members =
        JsonParts.members(
            Json.parse(
                " {\"n\" : 1.50e1 ,\"s\":\"a\\\"ł\", \"o\":{ \"x\":[1]},\"l\":[ ],\"z\":null}"));
    assertThat(members.keySet()).containsExactly("n", "s", "o", "l", "z");
    assertThat(members.values())
        .extracting(Json::toString)
        .containsExactly("1.50e1", "\"a\\\"ł\"", "{ \"x\":[1]}", "[ ]", "null");
  }

  @Test
  void partsOfPartsAreRightToo() {
    Json inner = JsonParts.members(Json.parse("  {\"a\":{\"b\":[true,{\"c\":7}]}}")).get("a");
    List<Json> elements = JsonParts.elements(JsonParts.members(inner).get("b"));
    assertThat(elements).extracting(Json::toString).containsExactly("true", "{\"c\":7}");
    assertThat(JsonParts.members(elements.get(1)).get("c")).hasToString("7");
  }

  @Test
  void theLastOfTwoMembersOfOneNameCounts() {
    assertThat(JsonParts.members(Json.parse("{\"a\":1,\"a\":2}")).get("a")).hasToString("2");
  }

  @Test
  void namesMayBeEscapedAndNumbersOfAnyLength() {
    String digits = "9".repeat(5_000);
    var members = JsonParts.members(Json.parse("{\"\\u0061\" :" + digits + "}"));
    assertThat(members.get("a")).hasToString(digits);
    assertThat(JsonParts.members(Json.parse("{ }"))).isEmpty();
    assertThat(JsonParts.elements(Json.parse("[ ]"))).isEmpty();
  }

  @Test
  void membersAreFoundInTheOnlyObjectOfAnArray() {
    Json[] found =
        JsonParts.findInOnly(Json.parse("[ {\"\\u0061\":1 , \"b\":[{}] } ]"), "b", "a", "c");
    assertThat(found).containsExactly(Json.parse("[{}]"), Json.parse("1"), null);
    assertThat(JsonParts.findInOnly(Json.parse("[{}]"), "a")).containsExactly((Json) null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[ ]", "[1]", "[{\"a\":1},{}]", "[{\"a\":1} , 2]", "[[{\"a\":1}]]"})
  void inAnArrayOfAnythingElseNothingIsFound(String array) {
    assertThat(JsonParts.findInOnly(Json.parse(array), "a")).isNull();
  }

  @Test
  void anotherKindIsRefused() {
    assertThatThrownBy(() -> JsonParts.members(Json.NULL)).hasMessageContaining("NULL");
    assertThatThrownBy(() -> JsonParts.elements(Json.EMPTY_OBJECT)).hasMessageContaining("OBJECT");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a b\" : [1, 2.50 , \"x \\\" y\"]} -> {\"a b\":[1,2.50,\"x \\\" y\"]}",
        "{} -> {}",
        "[\n] -> []",
        "\"a b\" -> \"a b\"",
        "[\"\\\\\" ,\r\n\t1] -> [\"\\\\\",1]"
      })
  void compactTakesBlanksFromBetweenTokensOnly(String sample) {
    String[] sides = sample.split(" -> ", -1);
    assertThat(Json.parse(sides[0]).compact()).hasToString(sides[1]);
    assertThat(JsonParts.elements(Json.parse("[0, " + sides[0] + "\n]")).get(1).compact())
        .hasToString(sides[1]);
  }
}
