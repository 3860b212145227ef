package io.polyplug.own.protocol;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A contract's interface as methods on the wire: its abstract ones, by name. Those with a body run
 * where they are called. Immutable.
 */
public final class RemoteInterface {
  private final Class<?> type;
  private final Map<String, RemoteMethod> methods = new LinkedHashMap<>();

  /** Reads an interface; throws {@link IllegalArgumentException} with a sentence for its author. */
  public RemoteInterface(Class<?> type) {
    this.type = type;
    if (!type.isInterface() || type.isAnnotation()) {
      throw mistake("must be an interface");
    }
    if (!Modifier.isPublic(type.getModifiers())) {
      throw mistake("must be public, since others implement it");
    }
    if (type.isSealed() || type.getTypeParameters().length > 0) {
      throw mistake("must be neither sealed nor generic, since others implement it");
    }
    List<Method> inOrder =
        Arrays.stream(type.getMethods())
            .filter(it -> Modifier.isAbstract(it.getModifiers()) && !isOfEveryObject(it))
            .sorted(Comparator.comparing(Method::getName))
            .toList();
    if (inOrder.isEmpty()) {
      throw mistake("has no method that a call could be sent for");
    }
    inOrder.forEach(this::add);
  }

  private void add(Method method) {
    String name = method.getName();
    if (methods.put(name, RemoteMethod.of(method)) != null) {
      throw mistake("has two methods " + name + ", and on the wire only names tell them apart");
    }
    if (OwnProtocol.RESERVED.contains(name)) {
      throw mistake("has a method " + name + ", which every contract has already");
    }
    for (Type parameter : method.getGenericParameterTypes()) {
      bindable("takes", name, parameter);
    }
    Type result = method.getGenericReturnType();
    if (result != void.class) {
      if (method.isAnnotationPresent(Notification.class)) {
        throw mistake("has a notification " + name + " that returns something, but nobody waits");
      }
      bindable("returns", name, result);
    }
  }

  private void bindable(String verb, String name, Type type) {
    Type stranger = JsonTypes.stranger(type);
    if (stranger != null) {
      throw mistake(
          "has a method "
              + name
              + " that "
              + verb
              + " "
              + stranger.getTypeName()
              + ", which cannot be bound to JSON");
    }
  }

  private IllegalArgumentException mistake(String sentence) {
    return new IllegalArgumentException(type.getName() + " " + sentence + ".");
  }

  /** Which interfaces may repeat. */
  private static boolean isOfEveryObject(Method method) {
    return Arrays.stream(Object.class.getMethods())
        .anyMatch(
            it ->
                it.getName().equals(method.getName())
                    && Arrays.equals(it.getParameterTypes(), method.getParameterTypes()));
  }

  public Class<?> type() {
    return type;
  }

  /** In the order of their names: that of the source is not known. */
  public Collection<RemoteMethod> methods() {
    return Collections.unmodifiableCollection(methods.values());
  }

  /** The method of this name; null if there is none. */
  public @Nullable RemoteMethod method(String name) {
    return methods.get(name);
  }
}
