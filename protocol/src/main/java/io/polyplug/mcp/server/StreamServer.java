package io.polyplug.mcp.server;

import io.polyplug.mcp.protocol.McpDialect;
import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.wire.CallException;
import io.polyplug.wire.CallOptions;
import io.polyplug.wire.EndReason;
import io.polyplug.wire.Exchange;
import io.polyplug.wire.Json;
import io.polyplug.wire.Order;
import io.polyplug.wire.Peer;
import io.polyplug.wire.PeerListener;
import io.polyplug.wire.Request;
import io.polyplug.wire.Transport;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves one client over a stream of lines, such as our own stdin and stdout. Requests of both eras
 * may come over the same stream. Ends with the stream; all requests under way are then cancelled.
 */
public final class StreamServer implements AutoCloseable {
  private static final int MOST_SUBSCRIPTIONS = 64;
  private static final Duration LOOK_AGAIN = Duration.ofMillis(2);
  private static final Duration LONGEST_FAREWELL = Duration.ofSeconds(1);
  private static final Duration LONGEST_GREETING = Duration.ofSeconds(1);
  private static final Duration LONGEST_ANSWER = Duration.ofMinutes(10);

  private final McpServer server;
  private final Peer peer;
  private final CompletableFuture<EndReason> ended = new CompletableFuture<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final CountDownLatch greeted = new CountDownLatch(1);
  private final AtomicInteger subscriptions = new AtomicInteger();
  private volatile @Nullable LegacyClient client;
  private volatile ServerChanges.@Nullable Subscriber legacyListening;

  private StreamServer(McpServer server, Transport transport) {
    this.server = server;
    this.peer =
        Peer.over(transport, McpDialect.SERVER)
            .residentHandlers()
            .onOtherRequests(Order.CONCURRENT, this::answer)
            .onNotification(McpMethods.INITIALIZED, Order.CONCURRENT, it -> {})
            .onOtherNotifications(Order.CONCURRENT, it -> {})
            .listener(
                new PeerListener() {
                  @Override
                  public void ended(EndReason reason) {
                    over(reason);
                  }
                })
            .start();
  }

  /** Begins to serve over the transport, which ends with this. */
  public static StreamServer over(Transport transport, McpServer server) {
    return new StreamServer(server, transport);
  }

  /** Completes when the client is gone. */
  public CompletionStage<EndReason> ended() {
    return ended;
  }

  private void over(EndReason reason) {
    ServerChanges.Subscriber legacy = legacyListening;
    if (legacy != null) {
      server.changes().remove(legacy);
    }
    closing.countDown();
    ended.complete(reason);
  }

  /**
   * Waits until every request that has come is answered, but not longer than this; subscriptions do
   * not count. Then says that nothing follows, unless the client was quicker. For a client that
   * closes its side and still reads.
   */
  public void finish(Duration atMost) {
    long until = System.nanoTime() + atMost.toNanos();
    while (peer.unansweredRequests() > subscriptions.get() && goesOn(until)) {
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
    peer.closeOutbound();
  }

  private static boolean goesOn(long until) {
    return System.nanoTime() - until < 0 && !Thread.currentThread().isInterrupted();
  }

  private Json answer(Request request, Exchange exchange) throws Exception {
    OverPeer back = new OverPeer(exchange.peer(), exchange::isCancelled);
    try {
      return answer(request, exchange, back);
    } finally {
      back.over = true;
    }
  }

  private Json answer(Request request, Exchange exchange, Back back) throws Exception {
    Json params = request.paramsOrEmpty();
    Json meta = Terms.metaOf(params);
    if (Terms.versionIn(meta) == null) {
      if (request.method().equals(McpMethods.INITIALIZE)) {
        // What needs the greeting waits for it, so that no answer overtakes that of the greeting.
        exchange.onAnswered(greeted::countDown);
        return initialize(params, exchange.peer());
      }
      LegacyClient known = greeted(exchange.peer());
      if (known == null && request.method().equals(McpMethods.PING)) {
        return Json.EMPTY_OBJECT;
      }
      if (known != null) {
        return server.answer(request.method(), params, new Terms.Legacy(known), back);
      }
    }
    Terms.Modern terms = Terms.modern(meta);
    return request.method().equals(McpMethods.LISTEN)
        ? listen(exchange, params, back)
        : server.answer(request.method(), params, terms, back);
  }

  /**
   * Who was greeted; null if nobody was. Requests are answered all at once, so the greeting of a
   * client that did not wait for its answer may still be under way.
   */
  private @Nullable LegacyClient greeted(Peer from) throws InterruptedException {
    if (greeted.getCount() > 0 && from.unansweredRequests() > 1) {
      greeted.await(LONGEST_GREETING.toMillis(), TimeUnit.MILLISECONDS);
    }
    return client;
  }

  private synchronized Json initialize(Json params, Peer to) {
    LegacyClient fresh = McpServer.greet(params);
    ServerChanges.Subscriber before = legacyListening;
    if (before != null) {
      server.changes().remove(before);
    }
    client = fresh;
    ServerChanges.Subscriber hearing = new LegacyListening(fresh, new OverPeer(to, () -> false));
    legacyListening = hearing;
    server.changes().add(hearing);
    if (closing.getCount() == 0) {
      server.changes().remove(hearing);
    }
    return server.offer().initialized(fresh.version());
  }

  private Json listen(Exchange exchange, Json params, Back back) throws InterruptedException {
    if (subscriptions.incrementAndGet() > MOST_SUBSCRIPTIONS) {
      subscriptions.decrementAndGet();
      throw McpServer.invalid("more than " + MOST_SUBSCRIPTIONS + " subscriptions at once");
    }
    try {
      Listening hearing =
          new Listening(exchange.id().toJson(), McpServer.members(params), server.offer(), back);
      try {
        hearing.begin(server.changes());
        // Until the client cancels, which interrupts, or we close.
        closing.await();
        return hearing.farewell();
      } finally {
        server.changes().remove(hearing);
      }
    } finally {
      subscriptions.decrementAndGet();
    }
  }

  /** Ends subscriptions with an answer, for which it waits a moment, then the stream. */
  @Override
  public void close() {
    int listening = subscriptions.get();
    int others = peer.unansweredRequests() - listening;
    closing.countDown();
    long until = System.nanoTime() + LONGEST_FAREWELL.toNanos();
    while (peer.unansweredRequests() > others && goesOn(until)) {
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
    peer.closeOutbound();
    // Only the client can tell that it has them: by its own end.
    while (listening > 0 && !ended.isDone() && goesOn(until)) {
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
    peer.close();
  }

  /** Talks back over the one stream; of a request only while its client wants to hear of it. */
  private static final class OverPeer implements Back {
    private final Peer peer;
    private final BooleanSupplier cancelled;
    private volatile boolean over;

    OverPeer(Peer peer, BooleanSupplier cancelled) {
      this.peer = peer;
      this.cancelled = cancelled;
    }

    @Override
    public void notify(String method, Json params) {
      if (over || cancelled.getAsBoolean()) {
        return;
      }
      try {
        peer.notify(method, params);
      } catch (CallException e) {
        // Too large, or the client is gone or does not read: nobody waits for it.
      }
    }

    @Override
    public boolean isCancelled() {
      return cancelled.getAsBoolean();
    }

    @Override
    public Json call(String method, Json params) throws Exception {
      var call = peer.call(method, params, CallOptions.within(LONGEST_ANSWER));
      try {
        return call.await();
      } catch (InterruptedException e) {
        call.cancel();
        throw e;
      }
    }
  }
}
