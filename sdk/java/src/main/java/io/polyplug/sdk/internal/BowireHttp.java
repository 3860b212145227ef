package io.polyplug.sdk.internal;

import io.polyplug.mcp.server.HttpCall;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * bowire over HTTP: a POST is a request and its answer, a GET hears the notifications for all. A
 * listener that does not keep up loses its stream and nothing else. Safe from any thread.
 */
final class BowireHttp {
  private static final int MOST_LISTENERS = 64;
  private static final int MOST_WAITING = 100_000;
  private static final long BREATH_SECONDS = 15;

  private final BowireDesk desk;
  private final Set<BlockingQueue<Json>> listeners = ConcurrentHashMap.newKeySet();

  BowireHttp(Declaration plugin, Running running) {
    desk = new BowireDesk(plugin, running, this::tell);
  }

  private void tell(String method, Json params) {
    Json message = Envelopes.notification(method, params);
    listeners.removeIf(listener -> !listener.offer(message));
  }

  void handle(HttpCall call) throws IOException, InterruptedException {
    switch (call.method()) {
      case "POST" -> post(call);
      case "GET" -> listen(call);
      default -> call.answer(405, Map.of("Allow", "GET, POST"), new byte[0]);
    }
  }

  private void post(HttpCall call) throws IOException, InterruptedException {
    String type = call.header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
    if (!type.startsWith("application/json")) {
      call.answer(415, Map.of(), new byte[0]);
      return;
    }
    Json message;
    try {
      message = Json.parse(call.body());
    } catch (InvalidJson e) {
      answer(call, 400, Envelopes.error(Json.NULL, parseError()));
      return;
    }
    if (message.kind() != Json.Kind.OBJECT) {
      answer(call, 400, Envelopes.error(Json.NULL, invalid()));
      return;
    }
    @Nullable Json[] found = JsonParts.find(message, "id", "method", "params");
    String method = found[1] == null ? null : found[1].stringValue();
    Json id = found[0];
    if (method == null) {
      answer(call, 400, Envelopes.error(id == null ? Json.NULL : id, invalid()));
    } else if (id == null) {
      call.answer(202, Map.of(), new byte[0]);
    } else {
      request(call, id, method, found[2] == null ? Json.EMPTY_OBJECT : found[2]);
    }
  }

  private void request(HttpCall call, Json id, String method, Json params)
      throws IOException, InterruptedException {
    List<Runnable> afterwards = new ArrayList<>(1);
    Json reply;
    try {
      reply = Envelopes.result(id, desk.answer(method, params, afterwards::add));
    } catch (RpcException e) {
      reply = Envelopes.error(id, e.error());
    }
    try {
      answer(call, 200, reply);
    } finally {
      afterwards.forEach(Runnable::run);
    }
  }

  private static ErrorObject parseError() {
    return new ErrorObject(ErrorObject.PARSE_ERROR, "parse error");
  }

  private static ErrorObject invalid() {
    return new ErrorObject(ErrorObject.INVALID_REQUEST, "invalid request");
  }

  private static void answer(HttpCall call, int status, Json message) throws IOException {
    call.answer(status, Map.of("Content-Type", "application/json"), message.toByteArray());
  }

  private void listen(HttpCall call) throws IOException, InterruptedException {
    if (listeners.size() >= MOST_LISTENERS) {
      call.answer(503, Map.of(), new byte[0]);
      return;
    }
    BlockingQueue<Json> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
    listeners.add(waiting);
    try (HttpCall.Events events =
        call.events(Map.of("Content-Type", "text/event-stream", "Cache-Control", "no-store"))) {
      while (listeners.contains(waiting)) {
        Json next = waiting.poll(BREATH_SECONDS, TimeUnit.SECONDS);
        events.write(next == null ? ": \n\n" : "data: " + next + "\n\n");
      }
    } finally {
      listeners.remove(waiting);
    }
  }
}
