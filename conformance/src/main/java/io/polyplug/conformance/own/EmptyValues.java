package io.polyplug.conformance.own;

import io.polyplug.own.protocol.JsonTypes;
import io.polyplug.own.protocol.RemoteMethod;
import io.polyplug.wire.Json;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.core.JsonGenerator;

/** The least value of each type: zero, false, nothing in it. */
final class EmptyValues {
  /** How deep a record may hold itself before it is given up. */
  private static final int DEEPEST = 20;

  private EmptyValues() {}

  /** Arguments for a method, with this for its texts. */
  static Json arguments(RemoteMethod method, String text) {
    return Json.write(
        out -> {
          out.writeStartArray();
          for (RemoteMethod.Argument argument : method.arguments()) {
            write(argument.type(), text, 0, out);
          }
          out.writeEndArray();
        });
  }

  /** A result of a method. */
  static Json result(RemoteMethod method) {
    Type type = method.result();
    return type == void.class ? Json.NULL : Json.write(out -> write(type, "", 0, out));
  }

  private static void write(Type type, String text, int depth, JsonGenerator out) {
    Class<?> raw = JsonTypes.raw(type);
    if (JsonTypes.isOptional(type) || raw == Json.class || raw == Object.class) {
      out.writeNull();
    } else if (raw == String.class) {
      out.writeString(text);
    } else if (raw == byte[].class) {
      out.writeString("");
    } else if (raw == boolean.class || raw == Boolean.class) {
      out.writeBoolean(false);
    } else if (JsonTypes.isWhole(raw) || JsonTypes.isNumber(raw)) {
      out.writeNumber(0);
    } else if (raw.isEnum()) {
      out.writeString(((Enum<?>) raw.getEnumConstants()[0]).name());
    } else if (raw.isRecord() && depth < DEEPEST) {
      out.writeStartObject();
      List<RecordComponent> all = List.of(Objects.requireNonNull(raw.getRecordComponents()));
      for (RecordComponent component : all) {
        out.writeName(component.getName());
        write(component.getGenericType(), text, depth + 1, out);
      }
      out.writeEndObject();
    } else if (raw.isRecord()) {
      out.writeNull();
    } else if (raw == Map.class) {
      out.writeStartObject();
      out.writeEndObject();
    } else {
      out.writeStartArray();
      out.writeEndArray();
    }
  }
}
