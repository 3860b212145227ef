package io.polyplug.sdk.internal;

import io.polyplug.own.protocol.JsonTypes;
import io.polyplug.own.protocol.TypeSchemas;
import io.polyplug.sdk.Default;
import io.polyplug.sdk.Doc;
import io.polyplug.sdk.ToolError;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * A record as JSON: how it is read, written and described. Made once for a class, when it is first
 * needed. Immutable and safe from any thread.
 */
final class RecordShape {
  private static final ClassValue<RecordShape> SHAPES =
      new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
          return new RecordShape(type);
        }
      };

  private static final TypeSchemas SCHEMAS = new TypeSchemas(it -> of(it).parts());

  /** One component. Its annotations are read only when they matter, since that takes a while. */
  record Part(RecordComponent component, Method accessor) implements TypeSchemas.Part {
    @Override
    public String name() {
      return component.getName();
    }

    @Override
    public Type type() {
      return component.getGenericType();
    }

    @Override
    public boolean isRequired() {
      return !JsonTypes.isOptional(component.getType()) && !mayBeNull() && otherwise() == null;
    }

    private boolean mayBeNull() {
      return !component.getType().isPrimitive()
          && JsonTypes.mayBeNull(component, component.getAnnotatedType());
    }

    @Override
    public @Nullable Json otherwise() {
      Default otherwise = component.getAnnotation(Default.class);
      return otherwise == null ? null : value(component, otherwise.value());
    }

    @Override
    public String doc() {
      Doc doc = component.getAnnotation(Doc.class);
      return doc == null ? "" : doc.value();
    }
  }

  private final Class<?> type;
  private final List<Part> parts;
  private final Constructor<?> constructor;

  private RecordShape(Class<?> type) {
    this.type = type;
    RecordComponent[] components = Objects.requireNonNull(type.getRecordComponents());
    parts = new ArrayList<>(components.length);
    Class<?>[] types = new Class<?>[components.length];
    try {
      for (int i = 0; i < components.length; i++) {
        types[i] = components[i].getType();
        parts.add(part(components[i]));
      }
      constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
    } catch (NoSuchMethodException impossible) {
      throw new IllegalStateException(type + " has no canonical constructor", impossible);
    }
  }

  /** That of a record class. */
  static RecordShape of(Class<?> type) {
    return SHAPES.get(type);
  }

  List<Part> parts() {
    return parts;
  }

  private static Part part(RecordComponent component) {
    Method accessor = component.getAccessor();
    accessor.setAccessible(true);
    return new Part(component, accessor);
  }

  private static Json value(RecordComponent component, String text) {
    if (component.getType() == String.class || component.getType().isEnum()) {
      return Json.string(text);
    }
    try {
      return Json.parse(text);
    } catch (InvalidJson e) {
      throw new IllegalStateException(
          "the default of "
              + component.getDeclaringRecord().getSimpleName()
              + "."
              + component.getName()
              + " is not JSON: "
              + text,
          e);
    }
  }

  /**
   * Reads an object; members that are no components do not matter.
   *
   * @param path of the object, with a dot at its end; empty for the input itself
   */
  Object bind(Json object, String path) {
    Map<String, Json> members = JsonParts.members(object);
    @Nullable Object[] values = new @Nullable Object[parts.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(parts.get(i), members.get(parts.get(i).name()), path);
    }
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException refused) {
      Throwable cause = refused.getCause();
      if (cause instanceof ToolError own) {
        throw own;
      }
      // A record that checks its components refuses what the caller sent.
      throw new ToolError(
          ToolError.INVALID_INPUT, Failures.messageOf(cause == null ? refused : cause));
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(type + " cannot be made", impossible);
    }
  }

  private static @Nullable Object value(Part part, @Nullable Json given, String path) {
    boolean absent =
        given == null || (given.kind() == Json.Kind.NULL && !Bindings.takesNull(part.type()));
    if (!absent) {
      return Bindings.bind(part.type(), Objects.requireNonNull(given), path + part.name());
    }
    if (JsonTypes.isOptional(part.type())) {
      return Bindings.absent(part.type());
    }
    Json otherwise = part.otherwise();
    if (otherwise != null) {
      return Bindings.bind(part.type(), otherwise, path + part.name());
    }
    if (part.isRequired()) {
      throw given == null
          ? Kinds.missing(path + part.name())
          : Kinds.wrong(path + part.name(), Bindings.expected(part.type()), given);
    }
    return null;
  }

  /** Writes a record; an empty optional is left out. */
  void write(Record value, JsonGenerator out) {
    out.writeStartObject();
    for (Part part : parts) {
      Object member;
      try {
        member = part.accessor().invoke(value);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(type + "." + part.name() + " cannot be read", e);
      }
      if (!Bindings.isEmpty(member)) {
        out.writeName(part.name());
        Values.write(member, out);
      }
    }
    out.writeEndObject();
  }

  /** The JSON Schema of the record. */
  Json schema() {
    return SCHEMAS.of(type);
  }
}
