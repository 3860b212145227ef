package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.testing.ServerReply;
import io.polyplug.wire.testing.SseTestServer;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers to a POST that are no HTTP, or have no end, fail it with a clear sentence. */
class HostileAnswersTest {
  private static final String OK = "HTTP/1.1 200 OK\r\n";
  private static final String IN_THE_MIDDLE = "the server closed the connection in the middle";
  private SseTestServer server;

  @BeforeEach
  void listen() throws IOException {
    server = new SseTestServer();
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  static Stream<Arguments> answers() {
    return Stream.of(
        of(ServerReply.rawWithoutEnd(OK, "X: y\r\n"), "head of its answer is too large"),
        of(ServerReply.rawWithoutEnd(OK, "X"), "head of its answer is too large"),
        of(ServerReply.rawWithoutEnd("HTTP/1.1 200 ", "OK"), "head of its answer is too large"),
        of(ServerReply.rawWithoutEnd(OK, "X: " + "y".repeat(8_000) + "\r\n"), "65536 bytes"),
        of(ServerReply.rawWithoutEnd("", "HTTP/1.1 100 C\r\n\r\n"), "more than 16 interim"),
        of(ServerReply.rawWithoutEnd("", "\r\n"), "head of its answer is too large"),
        of(ServerReply.raw("SSH-2.0-OpenSSH\u001b[31m\r\n"), "not HTTP"),
        of(ServerReply.raw("HTTP/2.0 200 OK\r\n\r\n"), "not HTTP/1.1"),
        of(ServerReply.raw("HTTP/1.1 20 OK\r\n\r\n"), "not HTTP/1.1"),
        of(ServerReply.raw("HTTP/1.1 101 Go\r\nUpgrade: h2c\r\n\r\n"), "not HTTP/1.1"),
        of(ServerReply.raw(OK + "no colon\r\n\r\n"), "not HTTP/1.1"),
        of(ServerReply.raw(OK + "Content-Length: -1\r\n\r\n"), "ontent length"),
        of(ServerReply.raw(OK + "Content-Length: many\r\n\r\n"), "ontent length"),
        of(ServerReply.raw(OK + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}"), "Multiple"),
        of(ServerReply.raw(OK + "Transfer-Encoding: gzip\r\n\r\n{}"), "transfer encoding"),
        of(ServerReply.raw(OK + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n"), "chunk"),
        of(ServerReply.raw(OK + "Transfer-Encoding: chunked\r\n\r\n-5\r\n"), "chunk"),
        of(ServerReply.raw(OK + "Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n"), "chunk"),
        of(
            ServerReply.rawWithoutEnd(OK + "Transfer-Encoding: chunked\r\n\r\n1;", "x"),
            "line length"),
        of(
            ServerReply.rawWithoutEnd(OK + "Transfer-Encoding: chunked\r\n\r\n0\r\n", "X: y\r\n"),
            "header count"),
        of(ServerReply.raw(OK + "Content-Length: 9\r\n\r\n{\"id\"").last(), IN_THE_MIDDLE),
        of(
            ServerReply.raw(OK + "Transfer-Encoding: chunked\r\n\r\n9\r\n{\"id\"").last(),
            IN_THE_MIDDLE),
        of(
            ServerReply.raw(OK + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n").last(),
            IN_THE_MIDDLE),
        of(ServerReply.raw("HTTP/1.1 202 Accep").last(), IN_THE_MIDDLE),
        of(ServerReply.raw("HTTP/1.1 202 Accepted\r\nContent-Le").last(), IN_THE_MIDDLE),
        of(ServerReply.raw("HTTP/1.1 100 Continue\r\n\r\n").last(), IN_THE_MIDDLE),
        of(ServerReply.hangUp(), "closed the connection without an answer"));
  }

  private static Arguments of(ServerReply reply, String why) {
    return Arguments.of(reply, why);
  }

  @ParameterizedTest
  @MethodSource("answers")
  void aBrokenAnswerIsAFailureThatSaysWhy(ServerReply reply, String why) throws Exception {
    server.onPost(post -> post.body().contains("ping") ? HttpPair.echo(post) : reply);
    try (HttpPair pair = new HttpPair(server, endpoint -> endpoint.maxPosts(1))) {
      assertThat(pair.failure())
          .startsWith("The POST to " + server.url() + " failed: ")
          .contains(why)
          .doesNotContain("\u001b")
          .hasSizeLessThan(400);
      pair.peer.notify("note", null);
      assertThat(HttpPair.next(pair.unsent)).contains(why);
      assertThat(pair.peer.call("ping", null).await()).isEqualTo(Json.string("done"));
    }
  }

  @Test
  void aLengthLargerThanMayBeReadIsNotWaitedFor() throws Exception {
    String half = "x".repeat(2_000);
    server.onPost(
        post -> ServerReply.raw(OK + "Content-Length: 9223372036854775807\r\n\r\n" + half));
    try (HttpPair pair = new HttpPair(server, endpoint -> endpoint.maxReply(1_000))) {
      assertThat(pair.failure()).contains("larger than the 1000 bytes allowed");
    }
  }
}
