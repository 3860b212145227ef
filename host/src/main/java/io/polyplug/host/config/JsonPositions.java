package io.polyplug.host.config;

import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * Finds places in the text of a JSON document, for those who are told of a mistake in it. Comments
 * and trailing commas are passed over. Pure functions.
 */
public final class JsonPositions {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .build();

  private JsonPositions() {}

  /**
   * Where the key with this path is, such as {@code tools[1].name}, with names in any case; if it
   * is missing, the last on the way to it.
   */
  public static TextPlace ofKey(String text, String path) {
    TextPlace place = TextPlace.NONE;
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      parser.nextToken();
      for (KeyStep step : KeyStep.of(path)) {
        boolean found =
            switch (step) {
              case KeyStep.Member(String name) -> toMember(parser, name);
              case KeyStep.Element(int index) -> toElement(parser, index);
            };
        if (!found) {
          return place;
        }
        place = place(parser.currentTokenLocation());
        if (parser.currentToken() == JsonToken.PROPERTY_NAME) {
          parser.nextToken();
        }
      }
      return place;
    } catch (JacksonException e) {
      return place;
    }
  }

  /** On to the name of this member of the object that begins here. */
  private static boolean toMember(JsonParser parser, String name) {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      return false;
    }
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      if (name.equalsIgnoreCase(parser.currentName())) {
        return true;
      }
      parser.nextToken();
      parser.skipChildren();
    }
    return false;
  }

  /** On to this element of the array that begins here. */
  private static boolean toElement(JsonParser parser, int index) {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      return false;
    }
    int before = index;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (before-- == 0) {
        return true;
      }
      parser.skipChildren();
    }
    return false;
  }

  /** Where a parser was. */
  public static TextPlace place(TokenStreamLocation location) {
    return new TextPlace(Math.max(0, location.getLineNr()), Math.max(0, location.getColumnNr()));
  }

  /** Where the byte is that has so many before it in UTF-8; the end if there are fewer. */
  public static TextPlace ofByte(String text, int position) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    String before = new String(bytes, 0, Math.min(position, bytes.length), StandardCharsets.UTF_8);
    int line = 1 + (int) before.chars().filter(it -> it == '\n').count();
    return new TextPlace(line, before.length() - before.lastIndexOf('\n'));
  }
}
