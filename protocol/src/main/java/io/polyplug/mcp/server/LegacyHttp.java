package io.polyplug.mcp.server;

import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Requests of clients that opened a session. Safe from any thread. */
record LegacyHttp(McpServer server, HttpSessions sessions, HttpUnderWay underWay) {
  private static final String SESSION = "Mcp-Session-Id";

  /** Throws what is answered to a request that is none. */
  void answer(HttpCall call, @Nullable Json id, String method, Json params)
      throws IOException, InterruptedException {
    if (method.equals(McpMethods.INITIALIZE) && id != null) {
      initialize(call, id, params);
      return;
    }
    HttpSession session = sessionOf(call, id);
    if (session == null) {
      return;
    }
    if (id == null) {
      if (method.equals(McpMethods.CANCELLED)) {
        session.cancel(McpServer.members(params).get("requestId"));
      }
      HttpReplies.empty(call, 202, Map.of());
    } else {
      run(call, session, id, method, params);
    }
  }

  private void run(HttpCall call, HttpSession session, Json id, String method, Json params)
      throws IOException, InterruptedException {
    EventSink sink = new EventSink(call);
    HttpReplies.Takes takes = HttpReplies.takes(call);
    Back back = new ToSession(sink, takes.events(), session);
    Terms terms = new Terms.Legacy(session.client());
    HttpRun run =
        new HttpRun(call, id, false, takes, sink, () -> server.answer(method, params, terms, back));
    session.begin(id, run);
    underWay.begin(run);
    try {
      run.run();
    } finally {
      underWay.end(run);
      session.end(id, run);
      sessions.touch(session);
    }
  }

  private void initialize(HttpCall call, Json id, Json params) throws IOException {
    HttpSession session = sessions.open(McpServer.greet(params));
    if (session == null) {
      HttpReplies.refuse(call, 503, id, ErrorObject.INTERNAL_ERROR, "too many sessions are in use");
      return;
    }
    Json result = server.offer().initialized(session.client().version());
    HttpReplies.json(call, 200, Map.of(SESSION, session.id()), Messages.result(id, result));
  }

  /** The session of a request; null if it has none, which is then answered. */
  private @Nullable HttpSession sessionOf(HttpCall call, @Nullable Json id) throws IOException {
    Json about = id == null ? Json.NULL : id;
    Optional<String> name = call.header(SESSION);
    if (name.isEmpty()) {
      HttpReplies.refuse(
          call,
          400,
          about,
          ErrorObject.INVALID_REQUEST,
          "no " + SESSION + ": start with initialize, or send _meta with every request");
      return null;
    }
    HttpSession session = sessions.find(name.get());
    if (session == null) {
      HttpReplies.refuse(call, 404, about, ErrorObject.INVALID_REQUEST, "Session not found");
    }
    return session;
  }

  /** What a client answers to a question of ours. */
  void answered(HttpCall call, Json message) throws IOException {
    HttpSession session = sessionOf(call, null);
    if (session != null) {
      session.answered(message);
      HttpReplies.empty(call, 202, Map.of());
    }
  }

  /** The stream for what belongs to no request. */
  void listen(HttpCall call) throws IOException, InterruptedException {
    HttpSession session = sessionOf(call, null);
    if (session == null) {
      return;
    }
    if (!HttpReplies.takes(call).events()) {
      HttpReplies.empty(call, 406, Map.of());
      return;
    }
    EventSink sink = new EventSink(call);
    LiveStream stream = underWay.open(sink);
    if (stream == null) {
      HttpReplies.empty(call, 503, Map.of());
      return;
    }
    try {
      session.listen(stream);
      // At once, since the client waits for the headers.
      sink.breathe();
      stream.run();
    } finally {
      session.stopListening(stream);
      sessions.touch(session);
      sink.close();
      underWay.release(stream);
    }
  }

  void delete(HttpCall call) throws IOException {
    HttpSession session = sessionOf(call, null);
    if (session != null) {
      sessions.close(session);
      HttpReplies.empty(call, 204, Map.of());
    }
  }

  /** Talks back on the stream of the request, where the client may be asked too. */
  private record ToSession(EventSink sink, boolean mayStream, HttpSession session) implements Back {
    @Override
    public void notify(String method, Json params) {
      if (mayStream) {
        sink.send(Messages.notification(method, params));
      }
    }

    @Override
    public boolean isCancelled() {
      return sink.isGone();
    }

    @Override
    public Json call(String method, Json params) throws Exception {
      if (!mayStream) {
        throw new RpcException(
            ErrorObject.INVALID_REQUEST, "the client takes no event stream and cannot be asked");
      }
      return session.ask(sink, method, params);
    }
  }
}
