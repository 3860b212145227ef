package io.polyplug.sdk.internal;

import io.polyplug.sdk.ToolError;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Judges an input by the parts of JSON Schema that catch mistakes of callers: types, required
 * members, enums, and the same inside of members and elements. Other keywords are not judged.
 */
final class SchemaCheck {
  private SchemaCheck() {}

  /** Throws {@link ToolError} for the first thing that does not fit. */
  static void check(Json schema, Json value) {
    check(schema, value, "the input");
  }

  private static void check(Json schema, Json value, String path) {
    if (schema.kind() != Json.Kind.OBJECT) {
      return;
    }
    @Nullable Json[] found =
        JsonParts.find(schema, "type", "enum", "properties", "required", "items");
    checkType(found[0], value, path);
    checkEnum(found[1], value, path);
    if (value.kind() == Json.Kind.OBJECT) {
      checkMembers(found[2], found[3], value, path);
    }
    Json items = found[4];
    if (value.kind() == Json.Kind.ARRAY && items != null) {
      List<Json> elements = JsonParts.elements(value);
      for (int i = 0; i < elements.size(); i++) {
        check(items, elements.get(i), path + "[" + i + "]");
      }
    }
  }

  private static void checkType(@Nullable Json type, Json value, String path) {
    if (type == null) {
      return;
    }
    String only = type.stringValue();
    if (only != null) {
      if (!Kinds.is(value, only)) {
        throw Kinds.wrong(path, article(only), value);
      }
    } else if (type.kind() == Json.Kind.ARRAY
        && JsonParts.elements(type).stream()
            .noneMatch(one -> Kinds.is(value, String.valueOf(one.stringValue())))) {
      throw Kinds.wrong(path, "one of " + type, value);
    }
  }

  private static String article(String type) {
    return (type.startsWith("a") || type.startsWith("o") || type.startsWith("i") ? "an " : "a ")
        + type;
  }

  private static void checkEnum(@Nullable Json values, Json value, String path) {
    if (values != null
        && values.kind() == Json.Kind.ARRAY
        && JsonParts.elements(values).stream().noneMatch(one -> isSame(one, value))) {
      throw new ToolError(ToolError.INVALID_INPUT, path + " must be one of " + values);
    }
  }

  private static boolean isSame(Json one, Json other) {
    String text = one.stringValue();
    return text == null ? one.compact().equals(other.compact()) : text.equals(other.stringValue());
  }

  private static void checkMembers(
      @Nullable Json properties, @Nullable Json required, Json value, String path) {
    Map<String, Json> members = JsonParts.members(value);
    String before = path.equals("the input") ? "" : path + ".";
    if (required != null && required.kind() == Json.Kind.ARRAY) {
      for (Json name : JsonParts.elements(required)) {
        String needed = name.stringValue();
        if (needed != null && !members.containsKey(needed)) {
          throw Kinds.missing(before + needed);
        }
      }
    }
    if (properties != null && properties.kind() == Json.Kind.OBJECT) {
      for (Map.Entry<String, Json> property : JsonParts.members(properties).entrySet()) {
        Json member = members.get(property.getKey());
        if (member != null) {
          check(property.getValue(), member, before + property.getKey());
        }
      }
    }
  }
}
