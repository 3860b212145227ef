package io.polyplug.sdk.internal;

import io.polyplug.sdk.ToolError;
import io.polyplug.wire.Json;

/** The kinds of JSON values, in the words of JSON Schema. */
final class Kinds {
  private Kinds() {}

  /** The word with its article. */
  static String word(Json value) {
    return switch (value.kind()) {
      case OBJECT -> "an object";
      case ARRAY -> "an array";
      case STRING -> "a string";
      case NUMBER -> "a number";
      case BOOLEAN -> "a boolean";
      case NULL -> "null";
    };
  }

  /** Whether a value is of a type of JSON Schema; types that we do not know are not judged. */
  static boolean is(Json value, String type) {
    return switch (type) {
      case "object" -> value.kind() == Json.Kind.OBJECT;
      case "array" -> value.kind() == Json.Kind.ARRAY;
      case "string" -> value.kind() == Json.Kind.STRING;
      case "number" -> value.kind() == Json.Kind.NUMBER;
      case "integer" -> value.kind() == Json.Kind.NUMBER && Numbers.isWhole(value);
      case "boolean" -> value.kind() == Json.Kind.BOOLEAN;
      case "null" -> value.kind() == Json.Kind.NULL;
      default -> true;
    };
  }

  /** A member that is of another type than it must be. */
  static ToolError wrong(String path, String expected, Json seen) {
    return new ToolError(
        ToolError.INVALID_INPUT, path + " must be " + expected + " and is " + word(seen));
  }

  /** A member that must be there and is not. */
  static ToolError missing(String path) {
    return new ToolError(ToolError.INVALID_INPUT, path + " is missing");
  }
}
