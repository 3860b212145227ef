package io.polyplug.host.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.dataformat.toml.TomlFactory;

/**
 * Reads TOML into maps, lists, texts and booleans; everything else (numbers, dates) becomes {@link
 * Other}, because no key takes one.
 *
 * <p>Straight from the parser's tokens: the mapper with its machinery would be half of what listing
 * plugins costs.
 */
final class TomlTree {
  /** A value that no key takes, as it is to be shown. */
  record Other(String text) {}

  private static final TomlFactory FACTORY = new TomlFactory();

  private TomlTree() {}

  /**
   * The document; throws {@link tools.jackson.core.JacksonException} with the place of a mistake.
   */
  static Map<String, Object> read(String toml) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), toml)) {
      parser.nextToken();
      return table(parser);
    }
  }

  private static Map<String, Object> table(JsonParser parser) {
    Map<String, Object> table = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      table.put(name, value(parser));
    }
    return table;
  }

  private static Object value(JsonParser parser) {
    return switch (parser.currentToken()) {
      case START_OBJECT -> table(parser);
      case START_ARRAY -> list(parser);
      case VALUE_STRING -> parser.getString();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> new Other(String.valueOf(parser.getString()));
    };
  }

  private static List<Object> list(JsonParser parser) {
    List<Object> list = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      list.add(value(parser));
    }
    return list;
  }
}
