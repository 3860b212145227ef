package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.base.ManualClock;
import io.polyplug.wire.testing.ServerReply;
import io.polyplug.wire.testing.SseTestServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long a connection is kept, and what ends it. */
class PlainConnectionsTest {
  private final ManualClock clock = new ManualClock();
  private SseTestServer server;
  private PlainConnections connections;

  @BeforeEach
  void listen() throws IOException {
    server = new SseTestServer();
    connections = new PlainConnections(new PlainDialer(endpoint()), clock);
  }

  @AfterEach
  void close() throws IOException {
    connections.close();
    server.close();
  }

  private HttpEndpoint endpoint() {
    return HttpEndpoint.at(server.url()).build();
  }

  private PlainConnection idle() throws Exception {
    PlainConnection connection = connections.take();
    assertThat(post(connection).status()).isEqualTo(202);
    connections.giveBack(connection);
    return connection;
  }

  private static PlainConnection.Answer post(PlainConnection connection) throws IOException {
    return connection.post(
        Ascii.bytes("POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n"),
        FrameBytes.of(Json.EMPTY_OBJECT));
  }

  private void awaitNoConnection() {
    while (server.connections() > 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void anIdleConnectionIsTakenAgain() throws Exception {
    server.onPost(post -> ServerReply.accepted());
    PlainConnection one = idle();
    assertThat(connections.take()).isSameAs(one);
    assertThat(connections.take()).isNotSameAs(one);
  }

  @Test
  void aConnectionThatTheServerHasClosedCostsNoPost() throws Exception {
    server.onPost(post -> ServerReply.accepted().last());
    for (int i = 0; i < 20; i++) {
      PlainConnection closed = idle();
      while (closed.isQuiet()) {
        Thread.onSpinWait();
      }
      assertThat(server.accepted()).isEqualTo(i + 1);
    }
  }

  @Test
  void aConnectionOnWhichSomethingCameUnaskedIsNotUsed() throws Exception {
    server.onPost(post -> ServerReply.raw("HTTP/1.1 202 X\r\nContent-Length: 0\r\n\r\nHTTP"));
    PlainConnection talking = idle();
    assertThat(connections.take()).isNotSameAs(talking);
  }

  @Test
  void anIdleConnectionIsClosedAfterASecond() throws Exception {
    server.onPost(post -> ServerReply.accepted());
    PlainConnection early = connections.take();
    post(early);
    idle();
    clock.advance(PlainConnections.IDLE.dividedBy(2));
    connections.giveBack(early);
    clock.advance(PlainConnections.IDLE.dividedBy(2));
    while (server.connections() > 1) {
      Thread.onSpinWait();
    }
    assertThat(connections.take()).isSameAs(early);
    connections.giveBack(early);
    clock.advance(PlainConnections.IDLE.multipliedBy(2));
    awaitNoConnection();
    assertThat(clock.waiting()).isZero();
  }

  @Test
  void closingEndsIdleConnectionsAndThoseInUse() throws Exception {
    server.onPost(post -> ServerReply.accepted());
    PlainConnection used = connections.take();
    idle();
    connections.close();
    awaitNoConnection();
    assertThat(clock.waiting()).isZero();
    assertThatThrownBy(() -> post(used)).isInstanceOf(ClosedChannelException.class);
    connections.giveBack(used);
    assertThatThrownBy(connections::take).hasMessage("closed by this end");
    awaitNoConnection();
  }

  @Test
  void anInterruptEndsAPostThatWaits() throws Exception {
    server.onPost(post -> ServerReply.never());
    endsByInterrupt(() -> posts().send(server.url(), FrameBytes.of(Json.EMPTY_OBJECT)));
  }

  @Test
  void anInterruptEndsAPostWhoseAnswerHasBegun() throws Exception {
    server.onPost(post -> ServerReply.halfThenSilence("{\"id\":1"));
    endsByInterrupt(
        () -> posts().send(server.url(), FrameBytes.of(Json.EMPTY_OBJECT)).body().readAllBytes());
  }

  private PlainPosts posts() {
    return new PlainPosts(endpoint(), clock);
  }

  private void endsByInterrupt(Callable<?> post) throws Exception {
    FutureTask<Object> task = new FutureTask<>(post::call);
    Thread waiting = Thread.ofVirtual().start(task);
    server.nextPost();
    waiting.interrupt();
    assertThatThrownBy(() -> task.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(ClosedByInterruptException.class);
    awaitNoConnection();
  }

  @ParameterizedTest
  @CsvSource({
    "http://h/, DIRECT, true",
    "http://h/, HTTP, false",
    "http://h/, SOCKS, false",
    "HTTP://127.0.0.1/, HTTP, true",
    "https://h/, DIRECT, false",
    "https://127.0.0.1/, DIRECT, false"
  })
  void onlyWhatNeedsNeitherTlsNorAProxyIsOurs(URI url, Proxy.Type type, boolean plain) {
    assertThat(SameOriginClient.isPlain(url, proxies(type))).isEqualTo(plain);
    assertThat(SameOriginClient.isPlain(URI.create("http://h/"), null)).isTrue();
  }

  private static ProxySelector proxies(Proxy.Type type) {
    return new ProxySelector() {
      @Override
      public List<Proxy> select(URI uri) {
        return List.of(
            type == Proxy.Type.DIRECT
                ? Proxy.NO_PROXY
                : new Proxy(type, InetSocketAddress.createUnresolved("proxy", 1)));
      }

      @Override
      public void connectFailed(URI uri, SocketAddress address, IOException why) {}
    };
  }
}
