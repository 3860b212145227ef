package io.polyplug.sdk.internal;

import io.polyplug.bowire.protocol.BowireProtocol;
import io.polyplug.wire.Dialect;
import io.polyplug.wire.Exchange;
import io.polyplug.wire.Json;
import io.polyplug.wire.Order;
import io.polyplug.wire.Peer;
import io.polyplug.wire.Request;
import org.jspecify.annotations.Nullable;

/** Speaks bowire over lines. */
final class BowireSpeaker {
  /** Unary calls and probes run side by side; what belongs to a channel keeps its order. */
  private static final Dialect DIALECT =
      Dialect.builder().jsonrpc(Dialect.JsonrpcMember.IGNORED).asciiOnly(true).build();

  private final Running running;
  private final Conversation conversation;
  private final BowireDesk desk;
  private volatile @Nullable Peer peer;

  BowireSpeaker(Declaration plugin, HostInput in, HostOutput out) {
    running = new Running(out.errors());
    conversation = new Conversation(in, out, running);
    desk = new BowireDesk(plugin, running, this::tell);
    conversation.onInputEnd(desk::closeChannels);
  }

  void speak() throws InterruptedException {
    conversation.hold(
        BowireProtocol.framing(),
        DIALECT,
        builder ->
            builder
                .onRequest(BowireProtocol.INVOKE, Order.CONCURRENT, this::answer)
                .onRequest(BowireProtocol.SHUTDOWN, Order.ORDERED, this::shutdown)
                .onOtherRequests(Order.ORDERED, this::answer));
  }

  private Json answer(Request request, Exchange exchange) throws InterruptedException {
    peer = exchange.peer();
    return desk.answer(request.method(), request.paramsOrEmpty(), exchange::onAnswered);
  }

  private Json shutdown(Request request, Exchange exchange) throws InterruptedException {
    exchange.onAnswered(() -> running.whenQuiet(conversation::leave));
    return desk.answer(request.method(), request.paramsOrEmpty(), exchange::onAnswered);
  }

  private void tell(String method, Json params) {
    Peer current = peer;
    if (current != null) {
      current.notify(method, params);
    }
  }
}
