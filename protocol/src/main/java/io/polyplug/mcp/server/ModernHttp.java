package io.polyplug.mcp.server;

import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Requests that bring their own terms, each by itself. Safe from any thread. */
record ModernHttp(McpServer server, HttpUnderWay underWay) {
  /** Throws what is answered to a request that is none. */
  void answer(HttpCall call, @Nullable Json id, String method, Json params, @Nullable Json meta)
      throws IOException, InterruptedException {
    if (id == null) {
      HttpReplies.empty(call, 202, Map.of());
      return;
    }
    HeaderRules rules = new HeaderRules(call);
    rules.checkVersion(Terms.versionIn(meta));
    Terms.Modern terms = Terms.modern(meta);
    rules.check(method, McpServer.members(params), server.offer());
    EventSink sink = new EventSink(call);
    if (method.equals(McpMethods.LISTEN)) {
      listen(call, id, params, sink);
      return;
    }
    HttpReplies.Takes takes = HttpReplies.takes(call);
    Back back = new ToRequest(sink, takes.events());
    HttpRun run =
        new HttpRun(call, id, true, takes, sink, () -> server.answer(method, params, terms, back));
    underWay.begin(run);
    try {
      run.run();
    } finally {
      underWay.end(run);
    }
  }

  private void listen(HttpCall call, Json id, Json params, EventSink sink)
      throws IOException, InterruptedException {
    if (!HttpReplies.takes(call).events()) {
      HttpReplies.refuse(
          call, 406, id, ErrorObject.INVALID_REQUEST, "accept text/event-stream to listen");
      return;
    }
    LiveStream stream = underWay.open(sink);
    if (stream == null) {
      HttpReplies.refuse(call, 503, id, ErrorObject.INTERNAL_ERROR, "too many streams are open");
      return;
    }
    try {
      Listening listening =
          new Listening(id, McpServer.members(params), server.offer(), new ToListener(stream));
      listening.begin(server.changes());
      try {
        if (stream.run()) {
          sink.send(Messages.result(id, listening.farewell()));
        }
      } finally {
        server.changes().remove(listening);
        sink.close();
      }
    } finally {
      underWay.release(stream);
    }
  }

  /** What belongs to a request goes out on its own stream. */
  private record ToRequest(EventSink sink, boolean mayStream) implements Back {
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
    public Json call(String method, Json params) {
      throw new IllegalStateException("a modern client is not asked over its stream");
    }
  }

  /** What belongs to a subscription waits for its reader. */
  private record ToListener(LiveStream stream) implements Back {
    @Override
    public void notify(String method, Json params) {
      stream.offer(Messages.notification(method, params));
    }

    @Override
    public Json call(String method, Json params) {
      throw new IllegalStateException("a modern client is not asked over its stream");
    }
  }
}
