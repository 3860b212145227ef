package io.polyplug.own.protocol;

import io.polyplug.wire.Json;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The types of Java that have one meaning in JSON: texts, numbers, booleans, enums, bytes as
 * base64, optionals, lists, sets, arrays, maps by text, records of all these, and {@link Json} or
 * {@link Object} for anything. Pure functions.
 */
public final class JsonTypes {
  private static final Set<Class<?>> WHOLE =
      Set.of(
          int.class,
          Integer.class,
          long.class,
          Long.class,
          short.class,
          Short.class,
          byte.class,
          Byte.class,
          BigInteger.class,
          OptionalInt.class,
          OptionalLong.class);
  private static final Set<Class<?>> NUMBER =
      Set.of(
          double.class,
          Double.class,
          float.class,
          Float.class,
          BigDecimal.class,
          OptionalDouble.class);
  private static final Set<Class<?>> OTHER =
      Set.of(String.class, boolean.class, Boolean.class, byte[].class, Json.class, Object.class);

  private JsonTypes() {}

  /** The class of a type, without what it is made of. */
  public static Class<?> raw(Type type) {
    Class<?> raw = rawOrNull(type);
    if (raw == null) {
      throw new IllegalArgumentException(type + " cannot be read from JSON");
    }
    return raw;
  }

  private static @Nullable Class<?> rawOrNull(Type type) {
    if (type instanceof Class<?> plain) {
      return plain;
    }
    return type instanceof ParameterizedType made && made.getRawType() instanceof Class<?> plain
        ? plain
        : null;
  }

  /** What a collection, a map or an optional is made of. */
  public static Type inner(Type type, int index) {
    return type instanceof ParameterizedType made
        ? made.getActualTypeArguments()[index]
        : Object.class;
  }

  /** Whether a value may be left out. */
  public static boolean isOptional(Type type) {
    Class<?> raw = raw(type);
    return raw == Optional.class
        || raw == OptionalInt.class
        || raw == OptionalLong.class
        || raw == OptionalDouble.class;
  }

  public static boolean isWhole(Class<?> raw) {
    return WHOLE.contains(raw);
  }

  public static boolean isNumber(Class<?> raw) {
    return NUMBER.contains(raw);
  }

  /**
   * Whether an annotation says that null is a value like any other. By its name, so that any
   * library's will do, and none has to be there.
   */
  public static boolean mayBeNull(AnnotatedElement element, AnnotatedType type) {
    return hasNullable(element.getAnnotations()) || hasNullable(type.getAnnotations());
  }

  private static boolean hasNullable(Annotation[] annotations) {
    for (Annotation one : annotations) {
      if (one.annotationType().getSimpleName().equals("Nullable")) {
        return true;
      }
    }
    return false;
  }

  /** The first type, in this one or inside of it, that is none of those; null if all are. */
  public static @Nullable Type stranger(Type type) {
    return stranger(type, List.of());
  }

  private static @Nullable Type stranger(Type type, List<Class<?>> around) {
    Class<?> raw = rawOrNull(type);
    if (raw == null) {
      return type;
    }
    if (isWhole(raw) || isNumber(raw) || OTHER.contains(raw) || raw.isEnum()) {
      return null;
    }
    if (raw == Optional.class || raw == List.class || raw == Set.class || raw == Collection.class) {
      return stranger(inner(type, 0), around);
    }
    if (raw == Map.class) {
      Type key = inner(type, 0);
      return key == String.class || key == Object.class ? stranger(inner(type, 1), around) : type;
    }
    if (raw.isArray()) {
      return stranger(raw.getComponentType(), around);
    }
    if (!raw.isRecord()) {
      return type;
    }
    return around.contains(raw) ? null : inRecord(raw, around);
  }

  private static @Nullable Type inRecord(Class<?> raw, List<Class<?>> around) {
    List<Class<?>> inside = new ArrayList<>(around);
    inside.add(raw);
    for (RecordComponent component : Objects.requireNonNull(raw.getRecordComponents())) {
      Type found = stranger(component.getGenericType(), inside);
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
