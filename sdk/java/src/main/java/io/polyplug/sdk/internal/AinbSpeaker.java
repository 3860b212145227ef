package io.polyplug.sdk.internal;

import io.polyplug.ainb.protocol.AinbErrors;
import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.ainb.protocol.Bytes;
import io.polyplug.ainb.protocol.Fields;
import io.polyplug.sdk.EventHandler;
import io.polyplug.sdk.ToolError;
import io.polyplug.wire.ContentLength;
import io.polyplug.wire.Exchange;
import io.polyplug.wire.Framing;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.Notification;
import io.polyplug.wire.Order;
import io.polyplug.wire.Request;
import io.polyplug.wire.RpcException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Speaks ainb. Tools run side by side; screens, keys and events have one order, since what is
 * painted depends on what came before.
 */
final class AinbSpeaker {
  /** More lenient than what hosts write: it costs nothing. */
  private static final Framing FRAMING =
      new ContentLength(
          8 << 10,
          AinbProtocol.MAX_BODY,
          AinbProtocol.MAX_BODY,
          true,
          true,
          false,
          Framing.BadUtf8.PASS);

  private final Declaration plugin;
  private final Running running;
  private final Conversation conversation;
  private final AinbScreens screens;

  AinbSpeaker(Declaration plugin, HostInput in, HostOutput out) {
    this.plugin = plugin;
    this.running = new Running(out.errors());
    this.conversation = new Conversation(in, out, running);
    this.screens = new AinbScreens(plugin.screens());
  }

  void speak() throws InterruptedException {
    conversation.hold(
        FRAMING,
        AinbProtocol.dialect(),
        builder ->
            builder
                .onRequest(AinbProtocol.INIT, Order.ORDERED, this::init)
                .onRequest(AinbProtocol.SHUTDOWN, Order.ORDERED, (_, _) -> Json.EMPTY_OBJECT)
                .onRequest(
                    AinbProtocol.RENDER, Order.ORDERED, (it, _) -> screens.render(params(it)))
                .onRequest(AinbProtocol.CLI_DISPATCH, Order.CONCURRENT, this::dispatch)
                .onRequest(AinbProtocol.ACTION_INVOKE, Order.CONCURRENT, this::invoke)
                .onNotification(
                    AinbProtocol.HANDLE_KEY, Order.ORDERED, it -> screens.key(params(it)))
                .onNotification(
                    AinbProtocol.HANDLE_MOUSE, Order.ORDERED, it -> screens.mouse(params(it)))
                .onNotification(AinbProtocol.HANDLE_EVENT, Order.ORDERED, this::event)
                .onOtherRequests(
                    Order.CONCURRENT,
                    (it, _) -> {
                      throw AinbErrors.methodNotFound(it.method());
                    }));
  }

  private static Fields params(Request request) {
    return Fields.of(request.paramsOrEmpty());
  }

  private static Fields params(Notification notification) {
    return Fields.of(notification.paramsOrEmpty());
  }

  private Json init(Request request, Exchange exchange) {
    Fields params = params(request);
    long abi = params.unsigned("abi_version", AinbProtocol.ABI);
    if (abi != AinbProtocol.ABI) {
      throw new RpcException(
          AinbProtocol.MANIFEST_VALIDATION,
          plugin.name() + " speaks ABI " + AinbProtocol.ABI + " and the host ABI " + abi);
    }
    return AinbManifest.reply(plugin);
  }

  private void event(Notification notification) throws Exception {
    Fields params = params(notification);
    EventHandler handler = plugin.hears().get(params.text("topic"));
    if (handler != null) {
      handler.handle(params.bytes("payload"));
    }
  }

  private Json dispatch(Request request, Exchange exchange) throws InterruptedException {
    Fields params = params(request);
    if (!params.has("argv")) {
      throw AinbErrors.invalidParams("argv: expected an array of strings");
    }
    List<String> argv = new ArrayList<>();
    for (Json word : params.elements("argv")) {
      String text = word.stringValue();
      if (text == null) {
        throw AinbErrors.invalidParams("argv: expected an array of strings");
      }
      argv.add(text);
    }
    try (Running.Work work = running.begin()) {
      return new AinbCommand(plugin).run(argv, new AinbCall(exchange.peer(), work));
    }
  }

  private Json invoke(Request request, Exchange exchange) throws InterruptedException {
    Fields params = params(request);
    String action = params.text("action");
    if (!action.equals(plugin.name()) || plugin.callable().isEmpty()) {
      throw AinbErrors.methodNotFound(action);
    }
    Json payload = json(params.bytes("payload"));
    @Nullable Json[] found =
        JsonParts.find(
            payload.kind() == Json.Kind.OBJECT ? payload : Json.EMPTY_OBJECT, "tool", "input");
    String name = found[0] == null ? null : found[0].stringValue();
    if (name == null) {
      throw AinbErrors.invalidParams("payload: expected {\"tool\":…,\"input\":…}");
    }
    try (Running.Work work = running.begin()) {
      Tool.Callable tool = plugin.callable(name);
      if (tool == null) {
        throw new ToolError(ToolError.NOT_FOUND, plugin.noSuchTool(name));
      }
      Json input = found[1] == null ? Json.EMPTY_OBJECT : found[1];
      Json output = tool.run(input, new AinbCall(exchange.peer(), work));
      return Json.object(
          out -> out.writeStringProperty("payload", Bytes.write(output.toByteArray())));
    } catch (ToolError e) {
      throw Errors.ofTool(e);
    }
  }

  private static Json json(byte[] payload) {
    try {
      return Json.parse(payload);
    } catch (InvalidJson e) {
      throw AinbErrors.invalidParams("payload: expected JSON");
    }
  }

  /** One result of a command line. */
  static Json reply(String stdout, String stderr, int exitCode) {
    return Json.object(
        out -> {
          out.writeStringProperty("stdout", Bytes.write(stdout.getBytes(StandardCharsets.UTF_8)));
          out.writeStringProperty("stderr", Bytes.write(stderr.getBytes(StandardCharsets.UTF_8)));
          out.writeNumberProperty("exit_code", exitCode);
        });
  }
}
