package io.polyplug.own.protocol;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;

/**
 * One method of a contract's interface: on the wire its name, with the arguments in their order.
 *
 * @param method as declared; public
 * @param isNotification whether nobody waits for it
 */
public record RemoteMethod(Method method, List<Argument> arguments, boolean isNotification) {
  /**
   * One argument.
   *
   * @param name {@code arg0} and so on if the interface was compiled without names
   */
  public record Argument(String name, Type type, boolean isRequired) implements TypeSchemas.Part {}

  public RemoteMethod {
    arguments = List.copyOf(arguments);
  }

  static RemoteMethod of(Method method) {
    List<Argument> arguments =
        Arrays.stream(method.getParameters()).map(RemoteMethod::argument).toList();
    return new RemoteMethod(method, arguments, method.isAnnotationPresent(Notification.class));
  }

  private static Argument argument(Parameter parameter) {
    Type type = parameter.getParameterizedType();
    boolean optional =
        (type instanceof Class<?> || type instanceof ParameterizedType)
            && JsonTypes.isOptional(type);
    return new Argument(
        parameter.getName(),
        type,
        !optional && !JsonTypes.mayBeNull(parameter, parameter.getAnnotatedType()));
  }

  public String name() {
    return method.getName();
  }

  public Type result() {
    return method.getGenericReturnType();
  }

  /** Whether null is a result like any other. */
  public boolean mayAnswerNull() {
    return JsonTypes.mayBeNull(method, method.getAnnotatedReturnType());
  }
}
