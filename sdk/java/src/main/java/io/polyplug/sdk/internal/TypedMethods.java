package io.polyplug.sdk.internal;

import io.polyplug.own.protocol.JsonTypes;
import io.polyplug.own.protocol.RemoteInterface;
import io.polyplug.own.protocol.RemoteMethod;
import io.polyplug.sdk.OwnContract;
import io.polyplug.sdk.ToolError;
import io.polyplug.wire.Json;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The methods of a contract from an interface and what implements it. Safe from any thread. */
public final class TypedMethods<T> {
  private final Function<OwnContract.Application, ? extends T> maker;
  private @Nullable T made;

  private TypedMethods(Function<OwnContract.Application, ? extends T> maker) {
    this.maker = maker;
  }

  /** Each method by its name. */
  public static <T> Map<String, OwnContract.Method> of(
      Class<T> type, Function<OwnContract.Application, ? extends T> maker) {
    TypedMethods<T> all = new TypedMethods<>(maker);
    Map<String, OwnContract.Method> methods = new LinkedHashMap<>();
    for (RemoteMethod method : new RemoteInterface(type).methods()) {
      methods.put(
          method.name(),
          (arguments, application) ->
              all.invoke(method, ((OwnArguments) arguments).all(), application));
    }
    return methods;
  }

  private synchronized T implementation(OwnContract.Application application) {
    T known = made;
    if (known == null) {
      known = maker.apply(application);
      made = known;
    }
    return known;
  }

  private @Nullable Object invoke(
      RemoteMethod method, List<Json> given, OwnContract.Application application) throws Exception {
    @Nullable Object[] arguments = arguments(method, given);
    try {
      return method.method().invoke(implementation(application), arguments);
    } catch (InvocationTargetException e) {
      switch (e.getCause()) {
        case Exception own -> throw own;
        case Error own -> throw own;
        case null, default -> throw e;
      }
    }
  }

  private static @Nullable Object[] arguments(RemoteMethod method, List<Json> given) {
    List<RemoteMethod.Argument> wanted = method.arguments();
    if (given.size() > wanted.size()) {
      throw new ToolError(
          ToolError.INVALID_INPUT,
          "%s has %d arguments and was given %d"
              .formatted(method.name(), wanted.size(), given.size()));
    }
    @Nullable Object[] arguments = new @Nullable Object[wanted.size()];
    for (int i = 0; i < arguments.length; i++) {
      RemoteMethod.Argument argument = wanted.get(i);
      String name = "argument " + (i + 1);
      if (i >= given.size() && argument.isRequired()) {
        throw Kinds.missing(name);
      }
      Json value = i < given.size() ? given.get(i) : Json.NULL;
      arguments[i] = bind(argument.type(), argument.isRequired(), value, name);
    }
    return arguments;
  }

  /** As {@link Bindings#bind}, where null may stand for a value that is not there. */
  static @Nullable Object bind(Type type, boolean required, Json value, String path) {
    boolean absent = value.kind() == Json.Kind.NULL && !Bindings.takesNull(type);
    return absent && (!required || JsonTypes.isOptional(type))
        ? Bindings.absent(type)
        : Bindings.bind(type, value, path);
  }
}
