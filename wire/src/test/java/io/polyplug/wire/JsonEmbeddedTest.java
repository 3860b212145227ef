package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** A string that holds the text of a JSON value. */
class JsonEmbeddedTest {
  @Test
  void theTextIsTheValueItHolds() {
    assertThat(Json.string("{\"a\": [1, \"x\"]}").embedded())
        .isEqualTo(Json.parse("{\"a\": [1, \"x\"]}"));
    assertThat(Json.string(" 1.50 ").embedded()).isEqualTo(Json.parse("1.50"));
    assertThat(Json.parse("\"\\u007b\\u0022\\u00e9\\ud83d\\ude00\\u0022:1\\u007d\"").embedded())
        .isEqualTo(Json.parse("{\"é\uD83D\uDE00\":1}"));
    assertThat(Json.string("\"a\\nb\\u0041\"").embedded())
        .isEqualTo(Json.parse("\"a\\nb\\u0041\""));
  }

  @Test
  void whatHoldsNoneIsNull() {
    assertThat(Json.parse("1").embedded()).isNull();
    assertThat(Json.string("").embedded()).isNull();
    assertThat(Json.string("hello").embedded()).isNull();
    assertThat(Json.string("{} {}").embedded()).isNull();
    assertThat(Json.parse("\"\\ud83d\"").embedded()).isNull();
    assertThat(Json.parse("\"\\ude00\"").embedded()).isNull();
    assertThat(Json.parse("\"\\ud83dx\"").embedded()).isNull();
    assertThat(Json.parse("\"\\ud83d\\u0041\"").embedded()).isNull();
  }

  /** A seeded generator: the way over texts and the way over bytes agree. */
  @Test
  void itAgreesWithReadingTheText() {
    Random random = new Random(7);
    int[] alphabet = "{}[]\":,\\ntu0041 \n\t1-.e+aé€\uD83D\uDE00/\b\f\r".codePoints().toArray();
    for (int i = 0; i < 200_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(12); n > 0; n--) {
        text.appendCodePoint(alphabet[random.nextInt(alphabet.length)]);
      }
      Json string = Json.string(text.toString());
      Json expected;
      try {
        expected = Json.parse(String.valueOf(string.stringValue()));
      } catch (InvalidJson e) {
        expected = null;
      }
      assertThat(string.embedded()).as(text.toString()).isEqualTo(expected);
    }
  }
}
