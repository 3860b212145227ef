package io.polyplug.wire;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Connects to the server of an endpoint, at the first of its addresses that answers, within the
 * time for one connection; knows no proxy. Safe from any thread; an interrupt ends it.
 *
 * <p>Names are looked up on a platform thread, one for all who wait: nothing interrupts a lookup,
 * and it would hold the carrier of a virtual thread.
 */
final class PlainDialer {
  private final HttpEndpoint endpoint;
  private final String host;
  private @Nullable FutureTask<InetAddress[]> lookup;

  PlainDialer(HttpEndpoint endpoint) {
    this.endpoint = endpoint;
    String name = endpoint.url().getHost();
    host = name.startsWith("[") ? name.substring(1, name.length() - 1) : name;
  }

  SocketChannel dial() throws IOException, InterruptedException {
    Deadline deadline = Deadline.in(endpoint.connectTimeout(), Clock.system());
    IOException failure = new UnknownHostException(host);
    for (InetAddress address : addresses(deadline)) {
      try {
        return connected(
            new InetSocketAddress(address, SameOriginClient.port(endpoint.url())), deadline);
      } catch (SocketTimeoutException late) {
        throw late(late);
      } catch (IOException notThere) {
        failure = notThere;
      }
    }
    throw failure;
  }

  private static SocketChannel connected(InetSocketAddress address, Deadline deadline)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    boolean connected = false;
    try {
      long left = Math.clamp(deadline.left().toMillis(), 1, Integer.MAX_VALUE);
      channel.socket().connect(address, (int) left);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      connected = true;
      return channel;
    } finally {
      if (!connected) {
        channel.close();
      }
    }
  }

  private InetAddress[] addresses(Deadline deadline) throws IOException, InterruptedException {
    try {
      return new InetAddress[] {InetAddress.ofLiteral(host)};
    } catch (IllegalArgumentException aName) {
      // Then it is looked up.
    }
    try {
      return lookup().get(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException unknown) {
      UnknownHostException failure = new UnknownHostException(host);
      failure.initCause(unknown);
      throw failure;
    } catch (TimeoutException late) {
      throw late(late);
    }
  }

  private synchronized FutureTask<InetAddress[]> lookup() {
    FutureTask<InetAddress[]> current = lookup;
    if (current == null || current.isDone()) {
      current = new FutureTask<>(() -> InetAddress.getAllByName(host));
      lookup = current;
      Thread.ofPlatform().daemon().name("polyplug-http-lookup").start(current);
    }
    return current;
  }

  private static IOException late(Exception cause) {
    HttpConnectTimeoutException late = new HttpConnectTimeoutException("no connection in time");
    late.initCause(cause);
    return late;
  }
}
