package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.testing.ServerReply;
import io.polyplug.wire.testing.SseTestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which answers leave their connection to the next POST, and what an answer may look like. */
class HttpKeepAliveTest {
  private SseTestServer server;

  @BeforeEach
  void listen() throws IOException {
    server = new SseTestServer().onPost(HttpPair::echo);
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  private Peer peer(int maxPosts) {
    HttpEndpoint endpoint = HttpEndpoint.at(server.url()).maxPosts(maxPosts).build();
    return Peer.over(HttpTransport.withoutEvents(endpoint), HttpPair.DIALECT).start();
  }

  /** The connections that ten calls take whose answers begin like this and have such a body. */
  private int connectionsFor(String head) throws Exception {
    server.onPost(
        post -> {
          String body = HttpPair.reply(post, "\"done\"");
          return ServerReply.raw(head.replace("LENGTH", "" + body.length()) + "\r\n\r\n" + body);
        });
    return connectionsForTen();
  }

  private int connectionsForTen() throws Exception {
    int before = server.accepted();
    try (Peer peer = peer(1)) {
      for (int i = 0; i < 10; i++) {
        assertThat(peer.call("invoke", null).await()).isEqualTo(Json.string("done"));
      }
    }
    return server.accepted() - before;
  }

  @Test
  void oneConnectionCarriesAHundredPosts() throws Exception {
    try (Peer peer = peer(1)) {
      for (int i = 0; i < 100; i++) {
        assertThat(peer.call("invoke", null).await()).isEqualTo(Json.string("done"));
      }
    }
    assertThat(server.accepted()).isEqualTo(1);
  }

  @Test
  void thereAreNoMoreConnectionsThanPostsAtOnce() throws Exception {
    try (Peer peer = peer(3)) {
      List<Call> calls = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        calls.add(peer.call("invoke", null));
      }
      for (Call call : calls) {
        assertThat(call.await()).isEqualTo(Json.string("done"));
      }
    }
    assertThat(server.accepted()).isBetween(1, 3);
  }

  @Test
  void theProtocolSaysWhichConnectionIsKept() throws Exception {
    assertThat(connectionsFor("HTTP/1.1 200 OK\r\nContent-Length: LENGTH")).isEqualTo(1);
    assertThat(connectionsFor("HTTP/1.1 200 OK\r\nContent-Length: LENGTH\r\nConnection: a, Close"))
        .isEqualTo(10);
    assertThat(connectionsFor("HTTP/1.0 200 OK\r\nContent-Length: LENGTH")).isEqualTo(10);
    assertThat(
            connectionsFor("HTTP/1.0 200 OK\r\nContent-Length: LENGTH\r\nConnection: Keep-Alive"))
        .isEqualTo(1);
  }

  @Test
  void aBodyThatEndsWithItsConnectionIsTheLast() throws Exception {
    server.onPost(
        post ->
            ServerReply.raw("HTTP/1.1 200 OK\r\n\r\n" + HttpPair.reply(post, "\"done\"")).last());
    assertThat(connectionsForTen()).isEqualTo(10);
  }

  @Test
  void aBodyInChunksKeepsItsConnection() throws Exception {
    server.onPost(
        post -> {
          String body = HttpPair.reply(post, "\"done\"");
          String rest = Integer.toHexString(body.length() - 5);
          return ServerReply.raw(
              "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;why=not\r\n"
                  + body.substring(0, 5)
                  + ("\r\n" + rest + "\r\n" + body.substring(5))
                  + "\r\n0\r\nTrailer: yes\r\n\r\n");
        });
    assertThat(connectionsForTen()).isEqualTo(1);
  }

  @Test
  void anAnswerWithoutABodyKeepsItsConnection() throws Exception {
    for (String head : List.of("204 No Content", "304 Not Modified\r\nContent-Length: 5")) {
      server.onPost(
          post ->
              post.body().contains("invoke")
                  ? HttpPair.echo(post)
                  : ServerReply.raw("HTTP/1.1 " + head + "\r\n\r\n"));
      int before = server.accepted();
      try (Peer peer = peer(1)) {
        peer.notify("note", null);
        assertThat(peer.call("invoke", null).await()).isEqualTo(Json.string("done"));
      }
      assertThat(server.accepted() - before).isEqualTo(1);
    }
  }

  @Test
  void interimAnswersAreSkipped() throws Exception {
    server.onPost(
        post -> {
          String body = HttpPair.reply(post, "\"done\"");
          return ServerReply.raw(
              "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n"
                  + ("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body));
        });
    assertThat(connectionsForTen()).isEqualTo(1);
  }

  @Test
  void whatComesAfterAnAnswerIsNeverTheNextOne() throws Exception {
    String forged = "{\"id\":2,\"result\":\"forged\"}";
    server.onPost(
        post -> {
          String body = HttpPair.reply(post, "\"done\"");
          return ServerReply.raw(
              ("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                  + ("HTTP/1.1 200 OK\r\nContent-Length: "
                      + forged.length()
                      + "\r\n\r\n"
                      + forged));
        });
    assertThat(connectionsForTen()).isEqualTo(10);
  }

  @Test
  void aRequestSaysWhatItMustAndNoMore() throws Exception {
    HttpEndpoint endpoint = HttpEndpoint.at(server.url()).headers(Map.of("X-Key", "1")).build();
    try (Peer peer = Peer.over(HttpTransport.withoutEvents(endpoint), HttpPair.DIALECT).start()) {
      peer.call("invoke", null).await();
    }
    assertThat(server.nextPost().headers())
        .containsOnlyKeys("host", "user-agent", "x-key", "content-type", "content-length")
        .containsEntry("host", "127.0.0.1:" + server.url().getPort());
  }

  @Test
  void anAnswerThatComesBeforeThePostWasReadIsHeard() throws Exception {
    try (ServerSocket hasty = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual()
          .start(
              () -> {
                try (Socket one = hasty.accept()) {
                  one.getInputStream().read();
                  ServerReply.raw("HTTP/1.1 413 X\r\nContent-Length: 8\r\n\r\ntoo much").write(one);
                } catch (IOException over) {
                  // The test fails.
                }
              });
      HttpEndpoint endpoint =
          HttpEndpoint.at(URI.create("http://127.0.0.1:" + hasty.getLocalPort())).build();
      try (Peer peer = Peer.over(HttpTransport.withoutEvents(endpoint), HttpPair.DIALECT).start()) {
        Json large = Json.string("x".repeat(12 << 20));
        assertThat(Ends.failureOf(peer.call("invoke", large)).sentence())
            .contains("HTTP 413")
            .contains("too much");
      }
    }
  }

  @Test
  void whyThereIsNoConnectionIsSaid() throws Exception {
    URI gone = server.url();
    server.close();
    assertThat(failureAt(gone))
        .isEqualTo("The POST to " + gone + " failed: the connection was refused.");
    // No label of a name has more than 63 characters.
    URI unknown = URI.create("http://" + "x".repeat(64) + ".test/");
    assertThat(failureAt(unknown)).endsWith(" failed: the name of the host is not known.");
  }

  private static String failureAt(URI url) throws Exception {
    HttpTransport posts = HttpTransport.withoutEvents(HttpEndpoint.at(url).build());
    try (Peer peer = Peer.over(posts, HttpPair.DIALECT).start()) {
      return Ends.failureOf(peer.call("invoke", null)).sentence();
    }
  }
}
