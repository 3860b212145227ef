package io.polyplug.own.protocol;

import io.polyplug.wire.Json;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * The JSON Schema of types. Immutable; safe from any thread.
 *
 * @param partsOf the components of a record class
 */
public record TypeSchemas(Function<Class<?>, ? extends List<? extends Part>> partsOf) {
  /** A component of a record, a parameter of a method: anything with a name and a type. */
  public interface Part {
    String name();

    Type type();

    boolean isRequired();

    /** What it is for; empty if nobody says. */
    default String doc() {
      return "";
    }

    /** What it is where it is left out; null if there is no such thing. */
    default @Nullable Json otherwise() {
      return null;
    }
  }

  /** The schema of a type. */
  public Json of(Type type) {
    return Json.write(out -> write(type, List.of(), out));
  }

  /** The schema of an object with these members. */
  public Json of(List<? extends Part> members) {
    return Json.object(out -> writeMembers(members, List.of(), out));
  }

  private void write(Type type, List<Class<?>> around, JsonGenerator out) {
    out.writeStartObject();
    writeType(type, around, out);
    out.writeEndObject();
  }

  /**
   * Writes the members of a type's schema.
   *
   * @param around the records that this is inside of: one inside of itself is any object
   */
  private void writeType(Type type, List<Class<?>> around, JsonGenerator out) {
    Class<?> raw = JsonTypes.raw(type);
    if (raw == Optional.class) {
      writeType(JsonTypes.inner(type, 0), around, out);
    } else if (raw == String.class || raw == byte[].class) {
      out.writeStringProperty("type", "string");
    } else if (raw == boolean.class || raw == Boolean.class) {
      out.writeStringProperty("type", "boolean");
    } else if (JsonTypes.isWhole(raw)) {
      out.writeStringProperty("type", "integer");
    } else if (JsonTypes.isNumber(raw)) {
      out.writeStringProperty("type", "number");
    } else if (raw.isEnum()) {
      out.writeStringProperty("type", "string");
      out.writeArrayPropertyStart("enum");
      for (Object constant : raw.getEnumConstants()) {
        out.writeString(((Enum<?>) constant).name());
      }
      out.writeEndArray();
    } else if (raw == Map.class) {
      out.writeStringProperty("type", "object");
      out.writeName("additionalProperties");
      write(JsonTypes.inner(type, 1), around, out);
    } else if (raw.isArray() || Collection.class.isAssignableFrom(raw) || raw == Iterable.class) {
      out.writeStringProperty("type", "array");
      out.writeName("items");
      write(raw.isArray() ? raw.getComponentType() : JsonTypes.inner(type, 0), around, out);
    } else if (raw.isRecord()) {
      writeRecord(raw, around, out);
    }
  }

  private void writeRecord(Class<?> type, List<Class<?>> around, JsonGenerator out) {
    if (around.contains(type)) {
      out.writeStringProperty("type", "object");
      return;
    }
    List<Class<?>> inside = new ArrayList<>(around);
    inside.add(type);
    writeMembers(partsOf.apply(type), inside, out);
  }

  private void writeMembers(List<? extends Part> parts, List<Class<?>> inside, JsonGenerator out) {
    out.writeStringProperty("type", "object");
    out.writeObjectPropertyStart("properties");
    boolean anyRequired = false;
    for (Part part : parts) {
      out.writeObjectPropertyStart(part.name());
      writeType(part.type(), inside, out);
      if (!part.doc().isEmpty()) {
        out.writeStringProperty("description", part.doc());
      }
      Json otherwise = part.otherwise();
      if (otherwise != null) {
        out.writeName("default");
        otherwise.writeTo(out);
      }
      out.writeEndObject();
      anyRequired |= part.isRequired();
    }
    out.writeEndObject();
    if (anyRequired) {
      out.writeArrayPropertyStart("required");
      for (Part part : parts) {
        if (part.isRequired()) {
          out.writeString(part.name());
        }
      }
      out.writeEndArray();
    }
  }
}
