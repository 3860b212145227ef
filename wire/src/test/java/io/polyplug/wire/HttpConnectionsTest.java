package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * A server of HTTP/1.0 closes each connection after its answer, a moment later than the answer
 * arrives. Here that moment is as long as the worst: it ends when the next request was written.
 */
class HttpConnectionsTest {
  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)\r\n");
  private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");

  private final AtomicInteger reused = new AtomicInteger();

  @Test
  void noPostIsLostToAServerThatClosesAfterEachAnswer() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> serve(server));
      URI url = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
      Transport posts = HttpTransport.withoutEvents(HttpEndpoint.at(url).build());
      try (Peer peer = Peer.over(posts, Dialect.standard()).start()) {
        for (int i = 0; i < 10; i++) {
          peer.notify("told", null);
          assertThat(peer.call("asked", null).await()).isEqualTo(Json.string("done"));
        }
      }
    }
    assertThat(reused).hasValue(0);
  }

  private void serve(ServerSocket server) {
    try {
      while (true) {
        Socket one = server.accept();
        Thread.ofVirtual().start(() -> answer(one));
      }
    } catch (IOException over) {
      // The test has ended.
    }
  }

  private void answer(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      String head = "";
      while (!head.endsWith("\r\n\r\n")) {
        head += (char) in.read();
      }
      Matcher length = LENGTH.matcher(head);
      assertThat(length.find()).isTrue();
      String body =
          new String(in.readNBytes(Integer.parseInt(length.group(1))), StandardCharsets.UTF_8);
      Matcher id = ID.matcher(body);
      String reply =
          id.find() ? "{\"jsonrpc\":\"2.0\",\"id\":" + id.group(1) + ",\"result\":\"done\"}" : "";
      String status = reply.isEmpty() ? "HTTP/1.0 202 Accepted" : "HTTP/1.0 200 OK";
      socket
          .getOutputStream()
          .write(
              (status + "\r\nContent-Length: " + reply.length() + "\r\n\r\n" + reply)
                  .getBytes(StandardCharsets.UTF_8));
      if (in.read() >= 0) {
        reused.incrementAndGet();
      }
    } catch (IOException gone) {
      // The other end hung up first, which is what it should do.
    }
  }
}
