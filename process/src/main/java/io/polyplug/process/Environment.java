package io.polyplug.process;

import io.polyplug.base.UntrustedText;
import io.polyplug.process.internal.HostEnvironment;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The environment variables of a child: nothing but what was put in. Immutable.
 *
 * <p>It starts {@linkplain #empty() empty}; what comes later wins over what was there. The host's
 * own variables are read once, as they were when the JVM started, and as UTF-8 whatever its locale.
 */
public final class Environment {
  private static final Environment EMPTY = new Environment(Map.of());

  private final Map<String, String> variables;

  private Environment(Map<String, String> variables) {
    this.variables = variables;
  }

  /** No variable at all. */
  public static Environment empty() {
    return EMPTY;
  }

  /** With one more variable. The name must be neither empty nor contain '=' or NUL. */
  public Environment with(String name, String value) {
    return withAll(Map.of(name, value));
  }

  /** With all of the given variables, in their order. */
  public Environment withAll(Map<String, String> more) {
    Map<String, String> all = copy();
    for (Map.Entry<String, String> entry : more.entrySet()) {
      checkName(entry.getKey());
      if (entry.getValue().indexOf('\0') >= 0) {
        throw new IllegalArgumentException(
            "the value of " + UntrustedText.escape(entry.getKey()) + " contains a NUL character");
      }
      put(all, entry.getKey(), entry.getValue());
    }
    return new Environment(all);
  }

  /** Without the named variable. */
  public Environment without(String name) {
    Map<String, String> fewer = copy();
    fewer.remove(name);
    return new Environment(fewer);
  }

  /** With those of the named variables that the host has. */
  public Environment inherit(String... names) {
    Map<String, String> more = copy();
    for (String name : names) {
      checkName(name);
      String value = HostEnvironment.variables().get(name);
      if (value != null) {
        put(more, name, value);
      }
    }
    return new Environment(more);
  }

  /** With every variable of the host whose name starts so, in exactly this case. */
  public Environment inheritPrefix(String prefix) {
    Map<String, String> more = copy();
    HostEnvironment.variables()
        .forEach(
            (name, value) -> {
              if (name.startsWith(prefix)) {
                put(more, name, value);
              }
            });
    return new Environment(more);
  }

  /** With every variable of the host, secrets included. */
  public Environment inheritAll() {
    return inheritPrefix("");
  }

  /** Name to value, in the order in which the child will see them; not to be changed. */
  public Map<String, String> variables() {
    return java.util.Collections.unmodifiableMap(variables);
  }

  private Map<String, String> copy() {
    return new LinkedHashMap<>(variables);
  }

  /** A repeated name moves to the end, as if the earlier one had never been given. */
  private static void put(Map<String, String> map, String name, String value) {
    map.remove(name);
    map.put(name, value);
  }

  private static void checkName(String name) {
    if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "expected the name of an environment variable, not empty and without '=' or NUL, but got"
              + " \""
              + UntrustedText.excerpt(name, 80)
              + '"');
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Environment that && variables.equals(that.variables);
  }

  @Override
  public int hashCode() {
    return variables.hashCode();
  }

  /** The names only: values may be secrets. */
  @Override
  public String toString() {
    return "Environment" + variables.keySet();
  }
}
