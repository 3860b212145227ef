package io.polyplug.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Takes a value apart one level deep: each part is the text that it was, bound later or never. For
 * readers that check types by hand; of members with the same name the last counts. Pure functions.
 */
public final class JsonParts {
  private JsonParts() {}

  /** The members of an object by name, in the order in which each name first came. */
  public static Map<String, Json> members(Json object) {
    Map<String, Json> members = new LinkedHashMap<>();
    try (JsonParser parser = object.parser()) {
      expect(parser.nextToken(), JsonToken.START_OBJECT, object);
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        members.put(name, part(object, parser));
      }
    }
    return members;
  }

  /** The elements of an array, in order. */
  public static List<Json> elements(Json array) {
    List<Json> elements = new ArrayList<>();
    try (JsonParser parser = array.parser()) {
      expect(parser.nextToken(), JsonToken.START_ARRAY, array);
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        elements.add(part(array, parser));
      }
    }
    return elements;
  }

  private static Json part(Json whole, JsonParser parser) {
    // The parser counts from its first byte, which may be in the middle of a frame's array.
    int base = whole.offset();
    int from = base + (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    parser.finishToken();
    int to = base + (int) parser.currentLocation().getByteOffset();
    return Json.slice(whole.array(), from, to);
  }

  private static void expect(JsonToken seen, JsonToken expected, Json value) {
    if (seen != expected) {
      String what = expected == JsonToken.START_OBJECT ? "an object" : "an array";
      throw new IllegalArgumentException(
          "expected " + what + ", found a value of kind " + value.kind());
    }
  }
}
