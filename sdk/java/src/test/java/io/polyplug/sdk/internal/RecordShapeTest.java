package io.polyplug.sdk.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.sdk.Default;
import io.polyplug.sdk.Doc;
import io.polyplug.sdk.ToolError;
import io.polyplug.wire.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Records are read, written and described. */
class RecordShapeTest {
  enum Colour {
    RED,
    GREEN
  }

  record Point(int x, long y) {}

  record All(
      @Doc("A name.") String name,
      boolean on,
      double much,
      Colour colour,
      List<Point> points,
      Map<String, Integer> counts,
      Optional<String> maybe,
      OptionalInt number,
      @Nullable String nothing,
      @Default("7") int times,
      @Default("RED") Colour shade,
      Json any,
      BigDecimal exact) {}

  record Tree(String name, List<Tree> children) {}

  record Even(int n) {
    Even {
      if (n % 2 != 0) {
        throw new IllegalArgumentException("n must be even");
      }
    }
  }

  private static <T> T bind(Class<T> type, String json) {
    return Input.of(type).bind(Json.parse(json));
  }

  private static final String WHOLE =
      """
      {"name":"a","on":true,"much":1.5,"colour":"GREEN","points":[{"x":1,"y":9007199254740993}],
       "counts":{"a":1},"any":[null],"exact":0.10,"stranger":{}}
      """;

  @Test
  void everyTypeIsReadAndWhatMayBeLeftOutIs() {
    assertThat(bind(All.class, WHOLE))
        .isEqualTo(
            new All(
                "a",
                true,
                1.5,
                Colour.GREEN,
                List.of(new Point(1, 9007199254740993L)),
                Map.of("a", 1),
                Optional.empty(),
                OptionalInt.empty(),
                null,
                7,
                Colour.RED,
                Json.parse("[null]"),
                new BigDecimal("0.10")));
  }

  @Test
  void aNullCountsAsLeftOut() {
    All all = bind(All.class, WHOLE.replace("\"name\"", "\"maybe\":null,\"times\":null,\"name\""));
    assertThat(all.maybe()).isEmpty();
    assertThat(all.times()).isEqualTo(7);
  }

  @Test
  void wholeNumbersMayBeWrittenInAnyWay() {
    assertThat(bind(Point.class, "{\"x\":1.0,\"y\":1e2}")).isEqualTo(new Point(1, 100));
  }

  @Test
  void whatDoesNotFitIsNamed() {
    assertRefused(All.class, WHOLE.replace("\"name\"", "\"other\""), "name is missing");
    assertRefused(Point.class, "{\"x\":\"1\",\"y\":1}", "x must be an integer and is a string");
    assertRefused(
        Point.class, "{\"x\":1.5,\"y\":1}", "x must be an integer of its size and is a number");
    assertRefused(
        Point.class,
        "{\"x\":9999999999,\"y\":1}",
        "x must be an integer of its size and is a number");
    assertRefused(Point.class, "{\"x\":null,\"y\":1}", "x must be an integer and is null");
    assertRefused(Point.class, "[]", "the input must be an object and is an array");
    assertRefused(
        All.class,
        WHOLE.replace("\"x\":1", "\"x\":true"),
        "points[0].x must be an integer and is a boolean");
    assertRefused(All.class, WHOLE.replace("GREEN", "BLUE"), "colour must be one of [RED, GREEN]");
    assertRefused(
        All.class,
        WHOLE.replace("{\"a\":1}", "{\"a\":[]}"),
        "counts.a must be an integer and is an array");
  }

  @Test
  void whatTheRecordRefusesIsTheCallersMistake() {
    assertRefused(Even.class, "{\"n\":3}", "n must be even");
  }

  private static void assertRefused(Class<?> type, String json, String message) {
    assertThatThrownBy(() -> bind(type, json))
        .isInstanceOfSatisfying(
            ToolError.class, e -> assertThat(e.code()).isEqualTo("invalid_input"))
        .hasMessage(message);
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    All all = bind(All.class, WHOLE);
    Json json = Values.toJson(all);
    assertThat(json.toString()).doesNotContain("maybe").contains("\"nothing\":null");
    assertThat(bind(All.class, json.toString())).isEqualTo(all);
  }

  @Test
  void theSchemaSaysWhatIsRequiredAndWhatItIsFor() {
    assertThat(JsonMapper.shared().readTree(Input.of(All.class).schema().toString()))
        .isEqualTo(
            JsonMapper.shared()
                .readTree(
                    """
                    {"type":"object","properties":{
                      "name":{"type":"string","description":"A name."},
                      "on":{"type":"boolean"},
                      "much":{"type":"number"},
                      "colour":{"type":"string","enum":["RED","GREEN"]},
                      "points":{"type":"array","items":{"type":"object",
                        "properties":{"x":{"type":"integer"},"y":{"type":"integer"}},"required":["x","y"]}},
                      "counts":{"type":"object","additionalProperties":{"type":"integer"}},
                      "maybe":{"type":"string"},
                      "number":{"type":"integer"},
                      "nothing":{"type":"string"},
                      "times":{"type":"integer","default":7},
                      "shade":{"type":"string","enum":["RED","GREEN"],"default":"RED"},
                      "any":{},
                      "exact":{"type":"number"}},
                     "required":["name","on","much","colour","points","counts","any","exact"]}
                    """));
  }

  @Test
  void aRecordInsideOfItselfIsAnyObject() {
    assertThat(Input.of(Tree.class).schema().toString())
        .contains("\"items\":{\"type\":\"object\"}");
  }

  @Test
  void aSchemaOfTheAuthorIsKeptTo() {
    Input<Json> input =
        Input.of(
            Json.parse(
                """
                {"type":"object","properties":{"n":{"type":"integer"},"words":{"type":"array",
                 "items":{"type":"string"}},"kind":{"enum":["a","b"]}},"required":["n"]}
                """));
    assertThat(input.bind(Json.parse("{\"n\":1,\"words\":[\"x\"],\"kind\":\"a\",\"more\":0}")))
        .isNotNull();
    assertThatThrownBy(() -> input.bind(Json.parse("{}"))).hasMessage("n is missing");
    assertThatThrownBy(() -> input.bind(Json.parse("{\"n\":\"1\"}")))
        .hasMessage("n must be an integer and is a string");
    assertThatThrownBy(() -> input.bind(Json.parse("{\"n\":1,\"words\":[1]}")))
        .hasMessage("words[0] must be a string and is a number");
    assertThatThrownBy(() -> input.bind(Json.parse("{\"n\":1,\"kind\":\"c\"}")))
        .hasMessage("kind must be one of [\"a\",\"b\"]");
  }
}
