package io.polyplug.ainb;

import io.polyplug.ainb.protocol.AinbErrors;
import io.polyplug.ainb.protocol.Bytes;
import io.polyplug.ainb.protocol.Fields;
import io.polyplug.ainb.protocol.FrameRoom;
import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;

/**
 * Answers {@code host/action/invoke} of one plugin (5.4): by an action of the host, else by another
 * plugin. Safe from any thread; calls block and end at an interrupt. The caller's timeout begins
 * with the call; when it or the caller is over, the work is interrupted and not waited for.
 */
final class ActionService {
  private final AinbActions actions;
  private final ActionContext context;
  private final ActionRoutes routes;

  /** One at a time: many large ones at once would keep the threads from all other plugins. */
  private final Semaphore decoding = new Semaphore(1);

  ActionService(AinbActions actions, ActionContext context, ActionRoutes routes) {
    this.actions = actions;
    this.context = context;
    this.routes = routes;
  }

  /** The result of {@code host/action/invoke}. */
  Json invoke(Json params) throws InterruptedException {
    Invocation asked = decode(params);
    byte[] result =
        ActionTime.run(
            context.clock(),
            asked.action(),
            asked.timeout(),
            work(asked.action(), asked.payload(), params));
    if (result.length > FrameRoom.forBytes(64)) {
      throw FrameRoom.exceeded();
    }
    return Json.object(out -> out.writeStringProperty("payload", Bytes.write(result)));
  }

  private record Invocation(String action, byte[] payload, long timeout) {}

  private Invocation decode(Json params) throws InterruptedException {
    decoding.acquire();
    try {
      Fields fields = Fields.of(params);
      return new Invocation(
          fields.text("action"), fields.bytes("payload"), fields.unsigned("timeout_ms", 0));
    } finally {
      decoding.release();
    }
  }

  private Callable<byte[]> work(String action, byte[] payload, Json params) {
    var registered = actions.find(action);
    if (registered.isPresent()) {
      String capability = registered.get().capability();
      if (capability != null && !context.capabilities().isGranted(capability)) {
        throw AinbErrors.denied(capability);
      }
      return () -> registered.get().action().run(payload, context);
    }
    ActionRoute route =
        routes.find(action, context.plugin()).orElseThrow(() -> AinbErrors.methodNotFound(action));
    return () -> routed(route, params);
  }

  /** What another plugin answers, as bytes. */
  static byte[] routed(ActionRoute route, Json params) throws Exception {
    Json answer = route.invoke(params);
    try {
      return Fields.of("result", answer).bytes("payload");
    } catch (RpcException undecodable) {
      throw AinbErrors.internal("the answer of the other plugin has no payload of bytes");
    }
  }
}
