package io.polyplug.sdk.internal;

import io.polyplug.own.protocol.OwnProtocol;
import io.polyplug.own.protocol.Welcome;
import io.polyplug.sdk.OwnContract;
import io.polyplug.sdk.ToolError;
import io.polyplug.wire.Dialect;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Exchange;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.Notification;
import io.polyplug.wire.Order;
import io.polyplug.wire.Peer;
import io.polyplug.wire.Request;
import io.polyplug.wire.RpcException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Speaks the contract of an application, over lines or with headers. */
final class OwnSpeaker {
  private final Declaration plugin;
  private final Framing framing;
  private final Running running;
  private final Conversation conversation;
  private volatile @Nullable Peer peer;

  OwnSpeaker(Declaration plugin, Framing framing, HostInput in, HostOutput out) {
    this.plugin = plugin;
    this.framing = framing;
    this.running = new Running(out.errors());
    this.conversation = new Conversation(in, out, running);
  }

  void speak() throws InterruptedException {
    conversation.hold(
        framing,
        Dialect.standard(),
        builder ->
            builder
                .onRequest(OwnProtocol.INITIALIZE, Order.ORDERED, this::initialize)
                .onRequest(OwnProtocol.SHUTDOWN, Order.ORDERED, (_, _) -> Json.NULL)
                .onOtherRequests(Order.CONCURRENT, this::answer)
                .onOtherNotifications(Order.CONCURRENT, this::hear));
  }

  private Json initialize(Request request, Exchange exchange) {
    peer = exchange.peer();
    Json params = request.paramsOrEmpty();
    @Nullable Json[] found =
        JsonParts.find(
            params.kind() == Json.Kind.OBJECT ? params : Json.EMPTY_OBJECT, "contract", "version");
    OwnParts own = plugin.own();
    String contract = found[0] == null ? "" : String.valueOf(found[0].stringValue());
    String version = found[1] == null ? "" : found[1].toString();
    if (own == null
        || !own.name().equals(contract)
        || !Integer.toString(own.version()).equals(version)) {
      String mine = own == null ? "no such contract" : own.name() + " " + own.version();
      throw new RpcException(
          OwnProtocol.REFUSED,
          plugin.name() + " implements " + mine + ", not " + contract + " " + version);
    }
    return new Welcome(
            own.name(),
            version,
            plugin.name(),
            plugin.version(),
            List.copyOf(plugin.asks().keySet()),
            List.copyOf(own.methods().keySet()))
        .toJson();
  }

  private OwnContract.@Nullable Method method(String name) {
    OwnParts own = plugin.own();
    return own == null ? null : own.methods().get(name);
  }

  private Json answer(Request request, Exchange exchange) throws InterruptedException {
    OwnContract.Method method = method(request.method());
    if (method == null) {
      throw new RpcException(ErrorObject.METHOD_NOT_FOUND, "method not found: " + request.method());
    }
    try {
      return run(method, request.method(), request.params(), exchange.peer());
    } catch (ToolError e) {
      throw Errors.ofTool(e);
    }
  }

  private void hear(Notification notification) throws InterruptedException {
    OwnContract.Method method = method(notification.method());
    Peer from = peer;
    if (method != null && from != null) {
      run(method, notification.method(), notification.params(), from);
    }
  }

  private Json run(OwnContract.Method method, String name, @Nullable Json params, Peer from)
      throws InterruptedException {
    try (Running.Work work = running.begin()) {
      PlainCall call = new PlainCall("own", work, Map.of(), "");
      try {
        return Values.toJson(method.answer(arguments(params), new OwnApplication(from)));
      } catch (Throwable failure) {
        throw Failures.told(name, failure, call);
      }
    }
  }

  private static OwnArguments arguments(@Nullable Json params) {
    if (params == null) {
      return new OwnArguments(List.of());
    }
    if (params.kind() != Json.Kind.ARRAY) {
      throw new ToolError(ToolError.INVALID_INPUT, "params must be an array of the arguments");
    }
    return new OwnArguments(JsonParts.elements(params));
  }
}
