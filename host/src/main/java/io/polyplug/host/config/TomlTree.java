package io.polyplug.host.config;

import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.dataformat.toml.TomlFactory;
import tools.jackson.dataformat.toml.TomlReadFeature;

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

  /** No key of anybody is deeper; the parser bounds brackets, but not dots. */
  private static final int MAX_DEPTH = 64;

  /** Loaded when a document needs it. */
  private static final class RealParser {
    private static final TomlFactory FACTORY = new TomlFactory();

    /** Without it a date would look like a text. */
    private static final ObjectReadContext WITH_DATES =
        new ObjectReadContext.Base() {
          @Override
          public int getFormatReadFeatures(int defaults) {
            return defaults | TomlReadFeature.PARSE_JAVA_TIME.getMask();
          }
        };
  }

  private TomlTree() {}

  /**
   * The document; throws {@link tools.jackson.core.JacksonException} with the place of a mistake.
   */
  static Map<String, Object> read(String toml) {
    Map<String, Object> plain = PlainToml.read(toml);
    return plain == null ? parse(toml) : plain;
  }

  /** The document as the real parser reads it, however plain it is. */
  static Map<String, Object> parse(String toml) {
    try (JsonParser parser = RealParser.FACTORY.createParser(RealParser.WITH_DATES, toml)) {
      parser.nextToken();
      return table(parser, 0);
    }
  }

  private static Map<String, Object> table(JsonParser parser, int depth) {
    Map<String, Object> table = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      table.put(name, value(parser, depth + 1));
    }
    return table;
  }

  private static Object value(JsonParser parser, int depth) {
    if (depth > MAX_DEPTH) {
      throw new StreamConstraintsException("nested too deeply");
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> table(parser, depth);
      case START_ARRAY -> list(parser, depth);
      case VALUE_STRING -> parser.getString();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_EMBEDDED_OBJECT -> new Other(dateOrTime(parser.getEmbeddedObject()));
      default -> new Other(String.valueOf(parser.getString()));
    };
  }

  /** With seconds, which the types themselves leave out where they are zero. */
  private static String dateOrTime(Object value) {
    return switch (value) {
      case OffsetDateTime it -> DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(it);
      case LocalDateTime it -> DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(it);
      case LocalTime it -> DateTimeFormatter.ISO_LOCAL_TIME.format(it);
      default -> value.toString();
    };
  }

  private static List<Object> list(JsonParser parser, int depth) {
    List<Object> list = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      list.add(value(parser, depth + 1));
    }
    return list;
  }
}
