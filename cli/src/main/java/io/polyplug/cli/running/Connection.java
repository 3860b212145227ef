package io.polyplug.cli.running;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.wire.CallException;
import io.polyplug.wire.CallFailure;
import io.polyplug.wire.CallOptions;
import io.polyplug.wire.Dialect;
import io.polyplug.wire.EndReason;
import io.polyplug.wire.InboundBounds;
import io.polyplug.wire.Json;
import io.polyplug.wire.Notification;
import io.polyplug.wire.Order;
import io.polyplug.wire.Peer;
import io.polyplug.wire.PeerListener;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * A command's end of the conversation with the running host. A stream that is not read pauses the
 * reading, until the host has enough of it.
 */
final class Connection implements PeerListener {
  private static final InboundBounds INBOUND =
      new InboundBounds(1_000, 8L << 20, InboundBounds.OnFull.PAUSE_READING, 16);

  private static final long PAUSE_NANOS = 20_000_000;

  private final Map<String, RemoteStream> streams = new ConcurrentHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger();
  private final CompletableFuture<EndReason> ended = new CompletableFuture<>();
  private final Peer peer;

  private Connection(SocketChannel channel) {
    peer =
        Peer.over(SocketStreams.transport("polyplug-host", channel), Dialect.standard())
            .inboundBounds(INBOUND)
            .listener(this)
            .onNotification("stream/data", Order.ORDERED, this::data)
            .onNotification("stream/end", Order.ORDERED, this::end)
            .start();
  }

  /**
   * Connects; throws {@link ConnectException} if nobody listens there. Where many wait to be let in
   * already, it tries again until the time is over.
   */
  static Connection to(Path socket, Duration atMost) throws IOException {
    Deadline deadline = Deadline.in(atMost, Clock.system());
    while (true) {
      SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      try {
        // A blocking one would wait for room without an end.
        channel.configureBlocking(false);
        if (!channel.connect(UnixDomainSocketAddress.of(socket))) {
          throw new SocketException("There is no room to wait in");
        }
        channel.configureBlocking(true);
        return new Connection(channel);
      } catch (SocketException e) {
        channel.close();
        if (e instanceof ConnectException
            || deadline.passed()
            || Thread.currentThread().isInterrupted()
            || !Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
          throw e;
        }
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  Json ask(String method, Consumer<JsonGenerator> params, CallOptions options) {
    var call = peer.call(method, Json.object(params), options);
    try {
      return call.await();
    } catch (InterruptedException e) {
      call.cancel();
      Thread.currentThread().interrupt();
      throw new CallException(new CallFailure.Cancelled());
    }
  }

  RemoteStream subscribe(String plugin, RemoteStream.Asking asking) {
    String id = Integer.toString(numbers.incrementAndGet());
    RemoteStream stream = new RemoteStream(id, plugin, asking, () -> forget(id));
    streams.put(id, stream);
    return stream;
  }

  private void forget(String id) {
    if (streams.remove(id) != null && peer.endReason() == null) {
      try {
        peer.notify("stream/close", Json.object(out -> out.writeStringProperty("stream", id)));
      } catch (CallException e) {
        // It ended in this moment, and the stream with it.
      }
    }
  }

  private void data(Notification message) throws InterruptedException {
    Fields fields = Fields.of(message.paramsOrEmpty());
    RemoteStream stream = streams.get(fields.text("stream"));
    if (stream != null) {
      stream.put(fields.json("message"));
    }
  }

  private void end(Notification message) {
    Fields fields = Fields.of(message.paramsOrEmpty());
    RemoteStream stream = streams.get(fields.text("stream"));
    if (stream != null) {
      stream.finish(fields.has("error") ? Refused.thrown(fields.json("error")) : null);
    }
  }

  @Override
  public void ended(EndReason reason) {
    streams.values().forEach(stream -> stream.lost(reason.sentence()));
    ended.complete(reason);
  }

  boolean awaitEnd(Duration atMost) {
    try {
      ended.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    }
  }

  /** Runs the action once when the conversation has ended, or now if it has. */
  void onEnd(Runnable action) {
    CompletableFuture<Void> _ = ended.thenRun(action);
  }

  void close() {
    peer.close();
  }
}
