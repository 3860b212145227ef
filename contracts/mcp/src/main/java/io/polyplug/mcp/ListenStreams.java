package io.polyplug.mcp;

import io.polyplug.mcp.protocol.MetaKeys;
import io.polyplug.wire.Call;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The long requests by which a modern server tells of changes, by their ids. Each lives until it is
 * closed, the server ends it or the connection does. Safe from any thread.
 */
final class ListenStreams {
  /** One of them. */
  final class Stream implements AutoCloseable {
    private final Call call;
    private final Runnable whenAcknowledged;

    private Stream(Call call, Runnable whenAcknowledged) {
      this.call = call;
      this.whenAcknowledged = whenAcknowledged;
    }

    boolean isOpen() {
      return !call.isDone();
    }

    @Override
    public void close() {
      open.remove(call.id(), this);
      call.cancel();
    }
  }

  private static final int MOST_EARLY = 64;

  private final Map<Long, Stream> open = new ConcurrentHashMap<>();

  /** A quick server acknowledges a request before its call is known here. */
  private final Set<String> early = new HashSet<>();

  /** And it may end it as early. */
  private final Set<String> earlyEnds = new HashSet<>();

  /** Follows a call that asks for a stream. */
  Stream add(Call call, Runnable whenAcknowledged) {
    Stream stream = new Stream(call, whenAcknowledged);
    boolean known;
    boolean over;
    synchronized (early) {
      open.put(call.id(), stream);
      known = early.remove(Long.toString(call.id()));
      over = earlyEnds.remove(Long.toString(call.id()));
    }
    var _ = call.toFuture().whenComplete((_, _) -> open.remove(call.id(), stream));
    if (known) {
      whenAcknowledged.run();
    }
    if (over) {
      stream.close();
    }
    return stream;
  }

  void acknowledged(Json params) {
    Json meta = member(params, MetaKeys.META);
    Json id = meta == null ? null : member(meta, MetaKeys.SUBSCRIPTION);
    Stream stream;
    synchronized (early) {
      stream = stream(id);
      if (stream == null && id != null && early.size() < MOST_EARLY) {
        early.add(id.toString());
      }
    }
    if (stream != null) {
      stream.whenAcknowledged.run();
    }
  }

  /** A server ends a stream so where it cannot close it. */
  void cancelled(Json params) {
    Json id = member(params, "requestId");
    Stream stream;
    synchronized (early) {
      stream = stream(id);
      if (stream == null && id != null && earlyEnds.size() < MOST_EARLY) {
        earlyEnds.add(id.toString());
      }
    }
    if (stream != null) {
      stream.close();
    }
  }

  private static @Nullable Json member(Json object, String name) {
    return object.kind() == Json.Kind.OBJECT ? JsonParts.find(object, name)[0] : null;
  }

  private @Nullable Stream stream(@Nullable Json id) {
    try {
      return id == null ? null : open.get(Long.parseLong(id.toString()));
    } catch (NumberFormatException notOurs) {
      return null;
    }
  }
}
