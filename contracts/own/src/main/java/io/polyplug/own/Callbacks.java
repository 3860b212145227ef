package io.polyplug.own;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.PluginInfo;
import io.polyplug.own.MethodTable.Bound;
import io.polyplug.own.protocol.OwnProtocol;
import io.polyplug.own.protocol.RemoteMethod;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * What one running plugin may call in the application. A method that needs a capability is called
 * only if the plugin has it, which is known once it has introduced itself. Safe from any thread.
 */
final class Callbacks {
  private static final int SHOWN = 200;

  /** A method and whose it is. */
  private record Target(Bound bound, Object implementation) {}

  private final CallbackRules rules;
  private final Duration patience;
  private final Map<String, Target> targets = new HashMap<>();
  private final CompletableFuture<Set<String>> granted = new CompletableFuture<>();

  /**
   * For one plugin.
   *
   * @param patience how long a call waits for the introduction
   */
  Callbacks(InterfaceContract contract, PluginInfo plugin, Duration patience) {
    this.rules = contract.rules();
    this.patience = patience;
    for (CallbackSource<?> source : contract.callbackSources()) {
      Object implementation = source.make(plugin);
      for (RemoteMethod method : source.methods().methods()) {
        targets.put(method.name(), new Target(Bound.of(method), implementation));
      }
    }
  }

  /** What the plugin has; what came before waits for this. */
  void grant(Set<String> capabilities) {
    granted.complete(Set.copyOf(capabilities));
  }

  /** Calls a method for the plugin; throws {@link RpcException} for what it is answered instead. */
  Json call(String method, @Nullable Json params) throws InterruptedException {
    Target target = targets.get(method);
    if (target == null) {
      throw new RpcException(
          ErrorObject.METHOD_NOT_FOUND,
          "method not found: " + UntrustedText.excerpt(method, SHOWN));
    }
    for (String capability : rules.neededFor(method)) {
      if (!has(capability)) {
        throw error(OwnProtocol.REFUSED, CallbackError.DENIED, "capability denied: " + capability);
      }
    }
    @Nullable Object[] arguments = arguments(target.bound(), params);
    try {
      return JsonValues.write(
          target.bound().method().method().invoke(target.implementation(), arguments));
    } catch (InvocationTargetException e) {
      throw told(e.getCause() == null ? e : e.getCause());
    } catch (RuntimeException | IllegalAccessException e) {
      throw told(e);
    }
  }

  private boolean has(String capability) throws InterruptedException {
    try {
      return granted.get(patience.toNanos(), TimeUnit.NANOSECONDS).contains(capability);
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  private static @Nullable Object[] arguments(Bound bound, @Nullable Json params) {
    List<Json> given;
    if (params == null) {
      given = List.of();
    } else if (params.kind() == Json.Kind.ARRAY) {
      given = JsonParts.elements(params);
    } else {
      throw invalid("params must be an array of the arguments");
    }
    RemoteMethod method = bound.method();
    @Nullable Object[] values = new @Nullable Object[method.arguments().size()];
    if (given.size() > values.length) {
      throw invalid(
          "%s has %d arguments and was given %d"
              .formatted(method.name(), values.length, given.size()));
    }
    for (int i = 0; i < values.length; i++) {
      boolean absent = i >= given.size() || given.get(i).kind() == Json.Kind.NULL;
      if (absent && method.arguments().get(i).isRequired()) {
        throw invalid("argument " + (i + 1) + " of " + method.name() + " is missing");
      }
      try {
        values[i] = JsonValues.read(bound.arguments().get(i), absent ? Json.NULL : given.get(i));
      } catch (JacksonException e) {
        throw invalid("argument " + (i + 1) + " does not fit: " + e.getOriginalMessage());
      }
    }
    return values;
  }

  private static RpcException invalid(String sentence) {
    return error(ErrorObject.INVALID_PARAMS, CallbackError.INVALID_INPUT, sentence);
  }

  private static RpcException told(Throwable failure) throws InterruptedException {
    if (failure instanceof InterruptedException interrupted) {
      throw interrupted;
    }
    if (failure instanceof CallbackError own) {
      return error(OwnProtocol.FAILED, own.code(), own.getMessage());
    }
    String message = failure.getMessage();
    return error(
        OwnProtocol.FAILED,
        CallbackError.INTERNAL,
        message == null || message.isEmpty() ? failure.getClass().getSimpleName() : message);
  }

  private static RpcException error(int number, String code, String message) {
    return new RpcException(
        new ErrorObject(
            number, message, Json.object(out -> out.writeStringProperty("code", code))));
  }
}
