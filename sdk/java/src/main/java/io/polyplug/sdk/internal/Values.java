package io.polyplug.sdk.internal;

import io.polyplug.wire.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Values of Java as JSON: what handlers return. */
final class Values {
  private Values() {}

  static Json toJson(@Nullable Object value) {
    if (value == null) {
      return Json.NULL;
    }
    return value instanceof Json json ? json.compact() : Json.write(out -> write(value, out));
  }

  /** By instanceof and not by a switch, which has to be linked when it is first met. */
  static void write(@Nullable Object value, JsonGenerator out) {
    if (value == null) {
      out.writeNull();
    } else if (value instanceof Record it) {
      RecordShape.of(it.getClass()).write(it, out);
    } else if (value instanceof Json it) {
      it.compact().writeTo(out);
    } else if (value instanceof CharSequence || value instanceof Character) {
      out.writeString(value.toString());
    } else if (value instanceof Boolean it) {
      out.writeBoolean(it);
    } else if (value instanceof Number it) {
      writeNumber(it, out);
    } else if (value instanceof Enum<?> it) {
      out.writeString(it.name());
    } else if (value instanceof Map<?, ?> it) {
      writeMap(it, out);
    } else if (value instanceof Iterable<?> it) {
      writeAll(it, out);
    } else {
      writeRest(value, out);
    }
  }

  private static void writeNumber(Number number, JsonGenerator out) {
    if (number instanceof Integer
        || number instanceof Long
        || number instanceof Short
        || number instanceof Byte) {
      out.writeNumber(number.longValue());
    } else if (number instanceof BigInteger it) {
      out.writeNumber(it);
    } else if (number instanceof BigDecimal it) {
      out.writeNumber(it);
    } else if (number instanceof Float it) {
      out.writeNumber((float) finite(it));
    } else {
      out.writeNumber(finite(number.doubleValue()));
    }
  }

  private static void writeRest(Object value, JsonGenerator out) {
    if (value instanceof Optional<?> it) {
      write(it.orElse(null), out);
    } else if (value instanceof OptionalInt it) {
      write(it.isPresent() ? (Integer) it.getAsInt() : null, out);
    } else if (value instanceof OptionalLong it) {
      write(it.isPresent() ? (Long) it.getAsLong() : null, out);
    } else if (value instanceof OptionalDouble it) {
      write(it.isPresent() ? (Double) it.getAsDouble() : null, out);
    } else if (value instanceof Object[] it) {
      writeAll(Arrays.asList(it), out);
    } else if (value instanceof byte[] it) {
      out.writeString(Base64.getEncoder().encodeToString(it));
    } else if (value instanceof int[] it) {
      out.writeArray(it, 0, it.length);
    } else if (value instanceof long[] it) {
      out.writeArray(it, 0, it.length);
    } else if (value instanceof double[] it) {
      out.writeArray(it, 0, it.length);
    } else {
      throw new IllegalArgumentException(
          "a " + value.getClass().getName() + " cannot be written as JSON");
    }
  }

  private static double finite(double number) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      throw new IllegalArgumentException(number + " cannot be written as JSON");
    }
    return number;
  }

  private static void writeMap(Map<?, ?> map, JsonGenerator out) {
    out.writeStartObject();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.writeName(String.valueOf(entry.getKey()));
      write(entry.getValue(), out);
    }
    out.writeEndObject();
  }

  private static void writeAll(Iterable<?> all, JsonGenerator out) {
    out.writeStartArray();
    for (Object one : all) {
      write(one, out);
    }
    out.writeEndArray();
  }
}
