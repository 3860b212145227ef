package io.polyplug.host.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Keys of a JSON document are found in its text. */
class JsonPositionsTest {
  private static final String TEXT =
      """
      {
        // A comment.
        "first": {"tools": []},
        "tools": [
          {"name": "a", "more": {"name": 1}},
          {"other": 2,
           "Name": "b",}
        ]
      }
      """;

  private static TextPlace at(String path) {
    return JsonPositions.ofKey(TEXT, path);
  }

  @Test
  void aKeyIsFoundByItsPathInAnyCase() {
    assertThat(at("first")).isEqualTo(new TextPlace(3, 3));
    assertThat(at("tools")).isEqualTo(new TextPlace(4, 3));
    assertThat(at("tools[0].more.name")).isEqualTo(new TextPlace(5, 28));
    assertThat(at("tools[1].name")).isEqualTo(new TextPlace(7, 6));
  }

  @Test
  void ofAMissingKeyTheLastOnTheWayIsTold() {
    assertThat(at("tools[1].nothing.name")).isEqualTo(new TextPlace(6, 5));
    assertThat(at("tools[7].name")).isEqualTo(new TextPlace(4, 3));
    assertThat(at("first[0]")).isEqualTo(new TextPlace(3, 3));
    assertThat(at("nothing")).isEqualTo(TextPlace.NONE);
    assertThat(at("")).isEqualTo(TextPlace.NONE);
  }

  @Test
  void aTextThatIsNoJsonHasPlacesUpToThere() {
    assertThat(JsonPositions.ofKey("{\"a\": 1, \"b\" 2}", "a")).isEqualTo(new TextPlace(1, 2));
    assertThat(JsonPositions.ofKey("{\"a\": {,}, \"b\": 2}", "b")).isEqualTo(TextPlace.NONE);
    assertThat(JsonPositions.ofKey("", "a")).isEqualTo(TextPlace.NONE);
  }

  @Test
  void bytesAreCountedAsCharacters() {
    assertThat(JsonPositions.ofByte("ä\nöx", 5)).isEqualTo(new TextPlace(2, 2));
    assertThat(JsonPositions.ofByte("ab", 0)).isEqualTo(new TextPlace(1, 1));
    assertThat(JsonPositions.ofByte("ab", 9)).isEqualTo(new TextPlace(1, 3));
  }
}
