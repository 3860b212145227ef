package io.polyplug.own;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolKind;
import io.polyplug.own.protocol.JsonTypes;
import io.polyplug.own.protocol.RemoteInterface;
import io.polyplug.own.protocol.RemoteMethod;
import io.polyplug.own.protocol.TypeSchemas;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;

/** The methods of an interface, ready to be bound and shown as tools. Immutable. */
final class MethodTable {
  private static final int SHOWN = 200;
  private static final TypeSchemas SCHEMAS = new TypeSchemas(MethodTable::components);

  /**
   * A method with what reads its values.
   *
   * @param result null if it returns nothing
   */
  record Bound(RemoteMethod method, @Nullable ObjectReader result, List<ObjectReader> arguments) {
    static Bound of(RemoteMethod method) {
      return new Bound(
          method,
          method.result() == void.class ? null : JsonValues.reader(method.result()),
          method.arguments().stream().map(it -> JsonValues.reader(it.type())).toList());
    }
  }

  /** A component of a record. */
  private record Component(String name, Type type, boolean isRequired)
      implements TypeSchemas.Part {}

  private final RemoteInterface type;
  private final Map<String, Bound> bound = new HashMap<>();
  private final List<ToolInfo> tools = new ArrayList<>();

  MethodTable(RemoteInterface type) {
    this.type = type;
    for (RemoteMethod method : type.methods()) {
      bound.put(method.name(), Bound.of(method));
      tools.add(new ToolInfo(method.name(), "", SCHEMAS.of(method.arguments()), ToolKind.UNARY));
    }
  }

  private static List<Component> components(Class<?> type) {
    return Arrays.stream(Objects.requireNonNull(type.getRecordComponents()))
        .map(
            it ->
                new Component(
                    it.getName(),
                    it.getGenericType(),
                    !JsonTypes.isOptional(it.getGenericType())
                        && !JsonTypes.mayBeNull(it, it.getAnnotatedType())))
        .toList();
  }

  RemoteInterface type() {
    return type;
  }

  /** Each method with an object of its arguments as input. */
  List<ToolInfo> tools() {
    return List.copyOf(tools);
  }

  @Nullable Bound get(String method) {
    return bound.get(method);
  }

  /**
   * The input of a tool as the arguments of its method: an array of them, or an object that has
   * them by name. Throws {@link IllegalArgumentException} with a sentence.
   */
  static Json arguments(RemoteMethod method, Json input) {
    return switch (input.kind()) {
      case ARRAY -> input;
      case OBJECT -> byName(method, JsonParts.members(input));
      case STRING, NUMBER, BOOLEAN, NULL ->
          throw new IllegalArgumentException(
              "the input of " + method.name() + " must be an object or an array of its arguments");
    };
  }

  private static Json byName(RemoteMethod method, Map<String, Json> members) {
    List<RemoteMethod.Argument> wanted = method.arguments();
    for (RemoteMethod.Argument argument : wanted) {
      if (argument.isRequired() && !members.containsKey(argument.name())) {
        throw new IllegalArgumentException(
            "the input of " + method.name() + " has no " + argument.name());
      }
    }
    return Json.write(
        out -> {
          out.writeStartArray();
          wanted.forEach(it -> members.getOrDefault(it.name(), Json.NULL).writeTo(out));
          out.writeEndArray();
        });
  }

  /** Why a value is no result of a method; empty if it is one, or if there is no such method. */
  Optional<String> mistakeIn(String method, Json result) {
    Bound known = bound.get(method);
    if (known == null || known.result() == null) {
      return Optional.empty();
    }
    try {
      var _ = JsonValues.read(known.result(), result);
      return Optional.empty();
    } catch (JacksonException e) {
      return Optional.of(sentence(known.method(), e));
    }
  }

  /** What does not fit in an answer. */
  static String sentence(RemoteMethod method, JacksonException e) {
    return "its answer to "
        + method.name()
        + " is no "
        + method.result().getTypeName()
        + ": "
        + UntrustedText.excerpt(e.getOriginalMessage(), SHOWN);
  }
}
