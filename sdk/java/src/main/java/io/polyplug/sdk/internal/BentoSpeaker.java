package io.polyplug.sdk.internal;

import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.bento.protocol.Fields;
import io.polyplug.bento.protocol.WrongShape;
import io.polyplug.sdk.Adapter;
import io.polyplug.sdk.AdapterError;
import io.polyplug.wire.Dialect;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Exchange;
import io.polyplug.wire.Json;
import io.polyplug.wire.Order;
import io.polyplug.wire.Request;
import io.polyplug.wire.RpcException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Speaks bento: one request after another. */
final class BentoSpeaker {
  private static final Dialect DIALECT =
      Dialect.builder().jsonrpc(Dialect.JsonrpcMember.MUST_BE_PRESENT).build();

  private final Declaration plugin;
  private final Running running;
  private final Conversation conversation;

  BentoSpeaker(Declaration plugin, HostInput in, HostOutput out) {
    this.plugin = plugin;
    this.running = new Running(out.errors());
    this.conversation = new Conversation(in, out, running);
  }

  void speak() throws InterruptedException {
    conversation.hold(
        BentoProtocol.framing(),
        DIALECT,
        builder -> builder.onOtherRequests(Order.ORDERED, this::answer));
  }

  private Json answer(Request request, Exchange exchange) throws Exception {
    if (request.method().equals(BentoProtocol.SHUTDOWN)) {
      exchange.onAnswered(() -> running.whenQuiet(conversation::leave));
      return Json.NULL;
    }
    AdapterParts adapter = plugin.adapter();
    if (adapter == null) {
      throw new RpcException(
          BentoProtocol.METHOD_NOT_FOUND, plugin.name() + " is no language adapter");
    }
    try (Running.Work work = running.begin()) {
      return answer(adapter, request, new BentoCall(exchange.peer(), work));
    } catch (WrongShape e) {
      throw new RpcException(ErrorObject.INVALID_PARAMS, e.getMessage());
    } catch (RpcException | InterruptedException e) {
      throw e;
    } catch (AdapterError e) {
      throw new RpcException(new ErrorObject(e.code(), e.getMessage(), e.data()));
    } catch (Exception e) {
      Failures.trace(running.errors(), request.method(), e);
      String detail = Failures.messageOf(e);
      throw new RpcException(
          new ErrorObject(
              BentoProtocol.INTERNAL_ERROR,
              request.method() + " failed",
              Json.object(out -> out.writeStringProperty("detail", detail))));
    }
  }

  private Json answer(AdapterParts adapter, Request request, BentoCall call) throws Exception {
    return switch (request.method()) {
      case BentoProtocol.INITIALIZE -> initialize(adapter, params(request));
      case BentoProtocol.DETECT -> {
        boolean matches = given(adapter.detect(), request).answer(dir(request), call);
        yield Json.object(out -> out.writeBooleanProperty("matches", matches));
      }
      case BentoProtocol.REQUIRED_TOOLCHAIN ->
          Values.toJson(given(adapter.requiredToolchain(), request).answer(dir(request), call));
      case BentoProtocol.RESOLVED_TOOLCHAIN_FINGERPRINT ->
          Values.toJson(given(adapter.fingerprint(), request).answer(call));
      case BentoProtocol.INSTALL -> {
        Adapter.Install install = given(adapter.install(), request);
        Fields params = params(request);
        install.run(
            new Adapter.Dish(Path.of(params.text("dish_dir")), params.text("dish_name")), call);
        yield Json.NULL;
      }
      case BentoProtocol.PARSE_DIAGNOSTICS ->
          BentoManifest.diagnostics(
              given(adapter.diagnostics(), request).parse(output(params(request)), call));
      default -> throw notFound(request);
    };
  }

  private Json initialize(AdapterParts adapter, Fields params) throws WrongShape {
    int version = params.whole("protocol_version");
    if (version != BentoProtocol.VERSION) {
      throw new RpcException(
          ErrorObject.INVALID_REQUEST,
          plugin.name()
              + " speaks version "
              + BentoProtocol.VERSION
              + " of the protocol and the host version "
              + version);
    }
    return BentoManifest.of(plugin.name(), adapter);
  }

  private static <T> T given(@Nullable T handler, Request request) {
    return Optional.ofNullable(handler).orElseThrow(() -> notFound(request));
  }

  private static RpcException notFound(Request request) {
    return new RpcException(
        BentoProtocol.METHOD_NOT_FOUND, "method not found: " + request.method());
  }

  private static Fields params(Request request) throws WrongShape {
    return Fields.of("params", request.paramsOrEmpty());
  }

  private static Path dir(Request request) throws WrongShape {
    return Path.of(params(request).text("dir"));
  }

  private static Adapter.Output output(Fields params) throws WrongShape {
    return new Adapter.Output(
        params.text("task_name"),
        params.text("stdout"),
        params.text("stderr"),
        params.signed("exit_status"),
        Path.of(params.text("dish_dir")),
        Path.of(params.text("workspace_root")));
  }
}
