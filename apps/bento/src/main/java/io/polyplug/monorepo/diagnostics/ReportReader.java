package io.polyplug.monorepo.diagnostics;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Pulls the members that are wanted out of JSON and steps over all others. A member of another type
 * than expected is as good as absent. Owned by one thread; whoever opened it closes it.
 *
 * <p>Use: {@link #enterObject} or {@link #enterArray} says whether the value is one, then {@link
 * #nextMember} or {@link #nextElement} until the end, and for each the value is read exactly once.
 * All throw a {@code JacksonException} where the text is no JSON or ends too early.
 */
final class ReportReader implements AutoCloseable {
  private static final int LONGEST_STRING = 16 << 20;
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(500)
                  .maxStringLength(LONGEST_STRING)
                  .build())
          .build();

  private final JsonParser parser;

  private ReportReader(JsonParser parser) {
    this.parser = parser;
  }

  /** Reads the value with which the text begins. */
  static ReportReader of(String text) {
    JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text);
    try {
      parser.nextToken();
      return new ReportReader(parser);
    } catch (JacksonException noJson) {
      parser.close();
      throw noJson;
    }
  }

  boolean enterObject() {
    return enter(JsonToken.START_OBJECT);
  }

  boolean enterArray() {
    return enter(JsonToken.START_ARRAY);
  }

  private boolean enter(JsonToken start) {
    if (parser.currentToken() == start) {
      return true;
    }
    parser.skipChildren();
    return false;
  }

  /** Steps to the value of the next member and says its name; null at the end of the object. */
  @Nullable String nextMember() {
    String name = parser.nextName();
    if (name != null) {
      parser.nextToken();
    }
    return name;
  }

  /** Steps to the next element; false at the end of the array. */
  boolean nextElement() {
    return parser.nextToken() != JsonToken.END_ARRAY;
  }

  void skip() {
    parser.skipChildren();
  }

  /** The text of a string; null for anything else. */
  @Nullable String text() {
    if (parser.currentToken() == JsonToken.VALUE_STRING) {
      return parser.getString();
    }
    parser.skipChildren();
    return null;
  }

  /** A number that an {@code int} holds; 0 for anything else. */
  int number() {
    if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      parser.skipChildren();
      return 0;
    }
    return parser.getNumberType() == JsonParser.NumberType.INT ? parser.getIntValue() : 0;
  }

  /** Whether it is {@code true}. */
  boolean isTrue() {
    boolean yes = parser.currentToken() == JsonToken.VALUE_TRUE;
    parser.skipChildren();
    return yes;
  }

  @Override
  public void close() {
    parser.close();
  }
}
