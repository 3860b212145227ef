package io.polyplug.cli;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Turns the signals that ask a program to end into a request: the first one runs the action, a
 * second one ends the program at once. A signal that was ignored from the start stays ignored, as
 * {@code nohup} and {@code &} in scripts want it.
 *
 * <p>By reflection, because the compiler warns of the only class that can do this.
 */
final class StopSignals {
  private StopSignals() {}

  static void onFirst(Runnable action) {
    onFirst(_ -> action.run());
  }

  /** With an action that takes the number of the signal. */
  static void onFirst(IntConsumer action) {
    AtomicInteger seen = new AtomicInteger();
    IntConsumer each =
        number -> {
          if (seen.getAndIncrement() == 0) {
            action.accept(number);
          } else {
            Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
          }
        };
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Method handle = signal.getMethod("handle", signal, handler);
      Object ignore = handler.getField("SIG_IGN").get(null);
      Object ours =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, args) ->
                  switch (method.getName()) {
                    case "handle" -> {
                      each.accept((Integer) signal.getMethod("getNumber").invoke(args[0]));
                      yield null;
                    }
                    // One of a kind: nothing else equals it.
                    case "equals" -> false;
                    case "hashCode" -> System.identityHashCode(proxy);
                    default -> "polyplug's handler of signals";
                  });
      for (String name : List.of("INT", "TERM", "HUP")) {
        Object one = signal.getConstructor(String.class).newInstance(name);
        Object before = handle.invoke(null, one, ours);
        if (ignore.equals(before)) {
          handle.invoke(null, one, before);
        }
      }
    } catch (ReflectiveOperationException e) {
      // Without them the JVM ends at a signal by itself, and its hooks end the plugins.
    }
  }
}
