package io.polyplug.mcp;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.HostEvent;
import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.InboundBounds;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.Order;
import io.polyplug.wire.PeerBuilder;
import io.polyplug.wire.Request;
import io.polyplug.wire.RpcException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Everything that a server sends by itself, and where it goes. Safe from any thread. */
final class ServerInbox {
  /** A hook may wait for a person; more questions at once are nobody's to answer. */
  private static final InboundBounds BOUNDS =
      new InboundBounds(100_000, 64L << 20, InboundBounds.OnFull.PAUSE_READING, 64, 64L << 20);

  private static final int SHOWN = 4_000;

  private final ClientFeatures features;
  private final ProgressDesk progress;
  private final ServerChanges changes;
  private final ListenStreams streams;
  private final McpNotices notices;
  private final Runnable activity;
  private volatile boolean modern;

  ServerInbox(
      ClientFeatures features,
      ProgressDesk progress,
      ServerChanges changes,
      ListenStreams streams,
      McpNotices notices,
      Runnable activity) {
    this.features = features;
    this.progress = progress;
    this.changes = changes;
    this.streams = streams;
    this.notices = notices;
    this.activity = activity;
  }

  ClientFeatures features() {
    return features;
  }

  ProgressDesk progress() {
    return progress;
  }

  ServerChanges changes() {
    return changes;
  }

  ListenStreams streams() {
    return streams;
  }

  McpNotices notices() {
    return notices;
  }

  /** From here on the server may not ask by itself. */
  void modern() {
    modern = true;
  }

  PeerBuilder attach(PeerBuilder builder) {
    for (ListKind kind : ListKind.values()) {
      builder.onNotification(kind.notification(), Order.ORDERED, _ -> changes.changed(kind));
    }
    return builder
        .inboundBounds(BOUNDS)
        .onRequest(McpMethods.PING, Order.CONCURRENT, (_, _) -> Json.EMPTY_OBJECT)
        .onOtherRequests(Order.CONCURRENT, (request, _) -> answer(request))
        .onNotification(
            McpMethods.PROGRESS, Order.ORDERED, it -> progress.progressed(it.paramsOrEmpty()))
        .onNotification(McpMethods.LOG, Order.ORDERED, it -> log(it.paramsOrEmpty()))
        .onNotification(
            McpMethods.RESOURCE_UPDATED, Order.ORDERED, it -> changes.updated(it.paramsOrEmpty()))
        .onNotification(
            McpMethods.LISTENING, Order.ORDERED, it -> streams.acknowledged(it.paramsOrEmpty()))
        .onNotification(
            McpMethods.CANCELLED, Order.ORDERED, it -> streams.cancelled(it.paramsOrEmpty()))
        .observer(notices);
  }

  private Json answer(Request request) throws InterruptedException {
    if (modern) {
      throw new RpcException(
          ErrorObject.METHOD_NOT_FOUND, "servers of this revision ask in their results");
    }
    activity.run();
    return features.answer(request.method(), request.paramsOrEmpty());
  }

  private void log(Json params) {
    if (params.kind() != Json.Kind.OBJECT) {
      return;
    }
    @Nullable Json[] found = JsonParts.find(params, "level", "logger", "data");
    HostEvent.Level level = text(found[0]).flatMap(LogLevel::of).orElse(LogLevel.INFO).here();
    String data = text(found[2]).orElseGet(() -> found[2] == null ? "" : String.valueOf(found[2]));
    String cut = data.length() > SHOWN ? UntrustedText.excerpt(data, SHOWN) : data;
    notices.log(level, text(found[1]).map(it -> it + ": " + cut).orElse(cut));
  }

  private static Optional<String> text(@Nullable Json value) {
    return Optional.ofNullable(value == null ? null : value.stringValue());
  }
}
