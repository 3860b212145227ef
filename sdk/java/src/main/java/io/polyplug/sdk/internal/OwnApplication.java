package io.polyplug.sdk.internal;

import io.polyplug.own.protocol.InterfaceProxy;
import io.polyplug.own.protocol.RemoteInterface;
import io.polyplug.own.protocol.RemoteMethod;
import io.polyplug.sdk.OwnContract;
import io.polyplug.sdk.ToolError;
import io.polyplug.wire.CallException;
import io.polyplug.wire.Json;
import io.polyplug.wire.Peer;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The application at the other end of a conversation. */
record OwnApplication(Peer peer) implements OwnContract.Application {
  @Override
  public <T> T call(Class<T> result, String method, Object... arguments)
      throws InterruptedException {
    return result.cast(Bindings.bind(result, ask(method, arguments), "the result of " + method));
  }

  private Json ask(String method, Object arguments) throws InterruptedException {
    var call = peer.call(method, Values.toJson(arguments));
    try {
      return call.await();
    } catch (CallException e) {
      throw Errors.ofHost(e);
    } catch (InterruptedException e) {
      call.cancel();
      throw e;
    }
  }

  @Override
  public void tell(String method, Object... arguments) {
    notify(method, arguments);
  }

  private void notify(String method, Object arguments) {
    try {
      peer.notify(method, Values.toJson(arguments));
    } catch (CallException e) {
      throw Errors.ofHost(e);
    }
  }

  @Override
  public <T> T as(Class<T> type) {
    return InterfaceProxy.of(
        type,
        new RemoteInterface(type),
        "the application's " + type.getSimpleName(),
        this::callTyped);
  }

  private @Nullable Object callTyped(RemoteMethod method, List<@Nullable Object> arguments) {
    if (method.isNotification()) {
      notify(method.name(), arguments);
      return null;
    }
    Type result = method.result();
    try {
      Json answer = ask(method.name(), arguments);
      return result == void.class
          ? null
          : TypedMethods.bind(
              result, !method.mayAnswerNull(), answer, "the result of " + method.name());
    } catch (InterruptedException e) {
      // The interface does not declare it, and whoever interrupted looks at the thread.
      Thread.currentThread().interrupt();
      throw new ToolError(ToolError.INTERNAL, "the call of " + method.name() + " was interrupted");
    }
  }
}
