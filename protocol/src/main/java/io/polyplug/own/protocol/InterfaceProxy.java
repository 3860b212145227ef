package io.polyplug.own.protocol;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that implements an interface by sending calls. Methods with a body run as they are, and
 * it is equal to itself alone. As safe from many threads as its {@link Caller}.
 */
public final class InterfaceProxy {
  /** Sends a call, and waits if it is no notification. */
  @FunctionalInterface
  public interface Caller {
    /** What the other end answered, as the method returns it. */
    @Nullable Object call(RemoteMethod method, List<@Nullable Object> arguments);
  }

  private InterfaceProxy() {}

  /**
   * Implements an interface.
   *
   * @param text what it is, for people
   */
  public static <T> T of(Class<T> type, RemoteInterface methods, String text, Caller caller) {
    InvocationHandler handler =
        (self, method, given) -> {
          @Nullable Object[] arguments = given == null ? new Object[0] : given;
          if (method.getDeclaringClass() == Object.class) {
            return ofObject(self, method, arguments, text);
          }
          return method.isDefault()
              ? InvocationHandler.invokeDefault(self, method, arguments)
              : caller.call(
                  Objects.requireNonNull(methods.method(method.getName())),
                  Arrays.asList(arguments));
        };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @SuppressWarnings("ReferenceEquality") // that is what it is equal by
  private static Object ofObject(
      Object self, Method method, @Nullable Object[] arguments, String text) {
    return switch (method.getName()) {
      case "equals" -> self == arguments[0];
      case "hashCode" -> System.identityHashCode(self);
      default -> text;
    };
  }
}
