package io.polyplug.mcp.server;

import io.polyplug.base.Clock;
import io.polyplug.mcp.protocol.McpVersions;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Serves any number of clients over streamable HTTP at one address: modern ones without sessions,
 * legacy ones with. Who may talk to it at all is for the web server to decide. {@link #handle}
 * blocks on the thread it is given, best a virtual one. Safe from any thread.
 */
public final class HttpServer implements AutoCloseable {
  private final HttpUnderWay underWay = new HttpUnderWay();
  private final HttpSessions sessions;
  private final ModernHttp modern;
  private final LegacyHttp legacy;

  public HttpServer(McpServer server) {
    this(server, Clock.system());
  }

  HttpServer(McpServer server, Clock clock) {
    this.sessions = new HttpSessions(server.changes(), clock);
    this.modern = new ModernHttp(server, underWay);
    this.legacy = new LegacyHttp(server, sessions, underWay);
  }

  /** Answers one HTTP request; returns when the answer is complete. */
  public void handle(HttpCall call) throws IOException, InterruptedException {
    boolean withoutSessions =
        call.header(HeaderRules.VERSION).filter(McpVersions::isModern).isPresent();
    switch (call.method()) {
      case "POST" -> post(call);
      case "GET", "DELETE" -> {
        if (withoutSessions) {
          HttpReplies.empty(call, 405, Map.of("Allow", "POST"));
        } else if (call.method().equals("GET")) {
          legacy.listen(call);
        } else {
          legacy.delete(call);
        }
      }
      default -> HttpReplies.empty(call, 405, Map.of("Allow", "POST, GET, DELETE"));
    }
  }

  private void post(HttpCall call) throws IOException, InterruptedException {
    if (!HttpReplies.isJson(call.header("Content-Type").orElse(""))) {
      invalid(call, 415, "send application/json");
      return;
    }
    HttpReplies.Takes takes = HttpReplies.takes(call);
    if (!takes.json() && !takes.events()) {
      invalid(call, 406, "accept application/json and text/event-stream");
      return;
    }
    Json message;
    try {
      message = Json.parse(call.body());
    } catch (InvalidJson e) {
      HttpReplies.refuse(call, 400, Json.NULL, ErrorObject.PARSE_ERROR, "Parse error");
      return;
    }
    if (message.kind() != Json.Kind.OBJECT) {
      invalid(call, 400, "send one message at a time");
      return;
    }
    @Nullable Json[] found = JsonParts.find(message, "id", "method", "params", "jsonrpc");
    String method = found[1] == null ? null : found[1].stringValue();
    if (found[3] == null || !"2.0".equals(found[3].stringValue())) {
      invalid(call, 400, "jsonrpc must be \"2.0\"");
    } else if (found[1] != null && method == null) {
      invalid(call, 400, "method must be a string");
    } else if (method == null) {
      legacy.answered(call, message);
    } else {
      route(call, found[0], method, found[2] == null ? Json.EMPTY_OBJECT : found[2]);
    }
  }

  private void route(HttpCall call, @Nullable Json id, String method, Json params)
      throws IOException, InterruptedException {
    String version = call.header(HeaderRules.VERSION).orElse(null);
    Json meta = Terms.metaOf(params);
    boolean isModern =
        Terms.versionIn(meta) != null
            || (version != null && !McpVersions.ALL_LEGACY.contains(version));
    if (id != null && id.kind() != Json.Kind.STRING && id.kind() != Json.Kind.NUMBER) {
      invalid(call, 400, "id must be a string or a number");
      return;
    }
    try {
      if (isModern) {
        modern.answer(call, id, method, params, meta);
      } else {
        legacy.answer(call, id, method, params);
      }
    } catch (RpcException refused) {
      Json about = id == null ? Json.NULL : id;
      HttpReplies.json(call, 400, Map.of(), Messages.error(about, refused.error()));
    }
  }

  private static void invalid(HttpCall call, int status, String sentence) throws IOException {
    HttpReplies.refuse(call, status, Json.NULL, ErrorObject.INVALID_REQUEST, sentence);
  }

  /**
   * Ends all that is under way, streams with their last message, for which it waits a moment; later
   * requests end at once.
   */
  @Override
  public void close() {
    sessions.closeAll();
    underWay.close();
  }
}
