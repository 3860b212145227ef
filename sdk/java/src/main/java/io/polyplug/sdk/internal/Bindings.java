package io.polyplug.sdk.internal;

import io.polyplug.own.protocol.JsonTypes;
import io.polyplug.sdk.ToolError;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.lang.reflect.Array;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** JSON as values of Java: what handlers get. What does not fit is told by name. */
final class Bindings {
  private Bindings() {}

  /** Whether null is a value of it like any other. */
  static boolean takesNull(Type type) {
    return JsonTypes.raw(type) == Json.class;
  }

  /** What stands for a value that is not there. */
  static @Nullable Object absent(Type type) {
    Class<?> raw = JsonTypes.raw(type);
    if (raw == Optional.class) {
      return Optional.empty();
    }
    if (raw == OptionalInt.class) {
      return OptionalInt.empty();
    }
    if (raw == OptionalLong.class) {
      return OptionalLong.empty();
    }
    return raw == OptionalDouble.class ? OptionalDouble.empty() : null;
  }

  static boolean isEmpty(@Nullable Object value) {
    return (value instanceof Optional<?> it && it.isEmpty())
        || (value instanceof OptionalInt whole && whole.isEmpty())
        || (value instanceof OptionalLong large && large.isEmpty())
        || (value instanceof OptionalDouble number && number.isEmpty());
  }

  /** What a type is in JSON, with its article. */
  static String expected(Type type) {
    Class<?> raw = JsonTypes.raw(type);
    if (raw == String.class || raw.isEnum() || raw == byte[].class) {
      return "a string";
    }
    if (raw == boolean.class || raw == Boolean.class) {
      return "a boolean";
    }
    if (JsonTypes.isWhole(raw)) {
      return "an integer";
    }
    if (JsonTypes.isNumber(raw)) {
      return "a number";
    }
    return raw.isArray() || Collection.class.isAssignableFrom(raw) ? "an array" : "an object";
  }

  /** The value as this type; {@link ToolError} with the path of what does not fit. */
  static Object bind(Type type, Json json, String path) {
    Class<?> raw = JsonTypes.raw(type);
    if (raw == Json.class) {
      return json;
    }
    if (raw == Optional.class) {
      return Optional.of(bind(JsonTypes.inner(type, 0), json, path));
    }
    String text = json.stringValue();
    if (raw == String.class) {
      return text == null ? fail(type, json, path) : text;
    }
    if (raw == byte[].class) {
      return text == null ? fail(type, json, path) : bytes(text, path);
    }
    if (raw.isEnum()) {
      return constant(raw, json, path);
    }
    if (raw == boolean.class || raw == Boolean.class) {
      return json.kind() == Json.Kind.BOOLEAN
          ? (Object) (json.length() == "true".length())
          : fail(type, json, path);
    }
    if (JsonTypes.isWhole(raw) || JsonTypes.isNumber(raw)) {
      return json.kind() == Json.Kind.NUMBER ? number(raw, json, path) : fail(type, json, path);
    }
    return many(type, raw, json, path);
  }

  private static Object many(Type type, Class<?> raw, Json json, String path) {
    if (raw == Object.class) {
      return plain(json);
    }
    if (raw.isRecord()) {
      return json.kind() == Json.Kind.OBJECT
          ? RecordShape.of(raw).bind(json, path + ".")
          : fail(type, json, path);
    }
    if (raw == Map.class) {
      return json.kind() == Json.Kind.OBJECT ? map(type, json, path) : fail(type, json, path);
    }
    if (json.kind() != Json.Kind.ARRAY) {
      return fail(type, json, path);
    }
    List<Object> elements =
        elements(raw.isArray() ? raw.getComponentType() : JsonTypes.inner(type, 0), json, path);
    if (raw == List.class || raw == Collection.class || raw == Iterable.class) {
      return Collections.unmodifiableList(elements);
    }
    if (raw == Set.class) {
      return Collections.unmodifiableSet(new LinkedHashSet<>(elements));
    }
    if (raw.isArray()) {
      Object array = Array.newInstance(raw.getComponentType(), elements.size());
      for (int i = 0; i < elements.size(); i++) {
        Array.set(array, i, elements.get(i));
      }
      return array;
    }
    throw new IllegalArgumentException(raw.getName() + " cannot be read from JSON");
  }

  private static Object fail(Type type, Json json, String path) {
    throw Kinds.wrong(path, expected(type), json);
  }

  private static byte[] bytes(String text, String path) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new ToolError(ToolError.INVALID_INPUT, path + " must be bytes in base64");
    }
  }

  private static Object constant(Class<?> raw, Json json, String path) {
    String name = json.stringValue();
    for (Object constant : raw.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw new ToolError(
        ToolError.INVALID_INPUT,
        path + " must be one of " + Arrays.toString(raw.getEnumConstants()));
  }

  private static Object number(Class<?> raw, Json json, String path) {
    if (raw == double.class || raw == Double.class) {
      return Double.valueOf(json.toString());
    }
    if (raw == float.class || raw == Float.class) {
      return Float.valueOf(json.toString());
    }
    if (raw == OptionalDouble.class) {
      return OptionalDouble.of(Double.parseDouble(json.toString()));
    }
    Object big = raw == BigDecimal.class ? Numbers.decimal(json) : null;
    big = raw == BigInteger.class ? Numbers.whole(json) : big;
    Long whole = big == null ? Numbers.toLong(json) : null;
    Object fitting = big != null || whole == null ? big : fitting(raw, whole);
    if (fitting == null) {
      throw Kinds.wrong(path, expected(raw) + " of its size", json);
    }
    return fitting;
  }

  private static @Nullable Object fitting(Class<?> raw, long value) {
    if (raw == long.class || raw == Long.class) {
      return value;
    }
    if (raw == OptionalLong.class) {
      return OptionalLong.of(value);
    }
    if (raw == short.class || raw == Short.class) {
      return value == (short) value ? (Object) (short) value : null;
    }
    if (raw == byte.class || raw == Byte.class) {
      return value == (byte) value ? (Object) (byte) value : null;
    }
    if (value != (int) value) {
      return null;
    }
    return raw == OptionalInt.class ? OptionalInt.of((int) value) : (Object) (int) value;
  }

  private static List<Object> elements(Type type, Json array, String path) {
    List<Object> elements = new ArrayList<>();
    for (Json element : JsonParts.elements(array)) {
      elements.add(bind(type, element, path + "[" + elements.size() + "]"));
    }
    return elements;
  }

  private static Map<String, Object> map(Type type, Json object, String path) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (Map.Entry<String, Json> member : JsonParts.members(object).entrySet()) {
      map.put(
          member.getKey(),
          bind(JsonTypes.inner(type, 1), member.getValue(), path + "." + member.getKey()));
    }
    return Collections.unmodifiableMap(map);
  }

  /** As maps, lists, texts, longs or decimals, and booleans; null stays a {@link Json}. */
  private static Object plain(Json json) {
    return switch (json.kind()) {
      case OBJECT -> map(Object.class, json, "");
      case ARRAY -> elements(Object.class, json, "");
      case STRING -> String.valueOf(json.stringValue());
      case BOOLEAN -> json.length() == "true".length();
      case NULL -> json;
      case NUMBER -> {
        Long whole = Numbers.toLong(json);
        yield whole == null ? new BigDecimal(json.toString()) : whole;
      }
    };
  }
}
