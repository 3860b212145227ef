package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.testing.ServerReply;
import io.polyplug.wire.testing.SseTestServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes out with a POST, and what its answer means. */
class HttpPostTest {
  private SseTestServer server;

  @BeforeEach
  void listen() throws IOException {
    server = new SseTestServer().onPost(HttpPair::echo);
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  @Test
  void aFrameIsPostedToTheUrlAsItIsGiven() throws Exception {
    URI url = URI.create(server.url() + "//a%2Fb?key=1");
    try (HttpPair pair =
        new HttpPair(url, endpoint -> endpoint.headers(Map.of("Authorization", "Bearer s3cret")))) {
      assertThat(pair.peer.call("invoke", Json.parse("{\"a\":\"é\"}")).await())
          .isEqualTo(Json.string("done"));
      SseTestServer.Seen post = server.nextPost();
      String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"invoke\",\"params\":{\"a\":\"é\"}}";
      assertThat(post.body()).isEqualTo(body);
      assertThat(post.path()).isEqualTo("/rpc//a%2Fb?key=1");
      assertThat(post.headers())
          .containsEntry("content-type", "application/json; charset=utf-8")
          .containsEntry("content-length", Integer.toString(body.length() + 1))
          .containsEntry("authorization", "Bearer s3cret")
          .doesNotContainKeys("transfer-encoding", "upgrade", "http2-settings", "expect");
      assertThat(server.nextGet().headers()).containsEntry("authorization", "Bearer s3cret");
    }
  }

  @Test
  void withoutEventsOnlyPostsAreSent() throws Exception {
    Transport posts = HttpTransport.withoutEvents(HttpEndpoint.at(server.url()).build());
    try (Peer peer = Peer.over(posts, Dialect.standard()).start()) {
      assertThat(peer.call("invoke", null).await()).isEqualTo(Json.string("done"));
    }
    assertThat(server.gets()).isZero();
  }

  @Test
  void anErrorObjectIsAReplyWhateverTheStatus() throws Exception {
    server.onPost(
        post ->
            ServerReply.status(
                500,
                "application/json",
                "{\"id\":" + HttpPair.id(post) + ",\"error\":{\"code\":-3,\"message\":\"no\"}}"));
    try (HttpPair pair = new HttpPair(server)) {
      CallFailure failure = Ends.failureOf(pair.peer.call("invoke", null));
      assertThat(failure)
          .isInstanceOfSatisfying(
              CallFailure.RemoteError.class,
              error -> assertThat(error.error()).isEqualTo(new ErrorObject(-3, "no")));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400 | {\"error\":\"invalid json\"}",
        "400 | {\"id\":1,\"result\":2}",
        "400 | {\"id\":1,\"error\":null}",
        "500 | Internal Server Error",
        "404 | ''",
        "401 | who are you",
        "407 | pay the proxy",
        "302 | moved",
        "200 | ''",
        "202 | ''",
        "204 | ''",
        "200 | [1]",
        "200 | {\"id\":1",
        "200 | <html>"
      })
  void everythingElseFailsThatCallAlone(int status, String body) throws Exception {
    server.onPost(
        post ->
            post.body().contains("ping")
                ? HttpPair.echo(post)
                : ServerReply.status(status, "text/plain", body));
    try (HttpPair pair = new HttpPair(server)) {
      Call broken = pair.peer.call("invoke", null);
      Call fine = pair.peer.call("ping", null);
      assertThat(Ends.failureOf(broken))
          .isInstanceOfSatisfying(
              CallFailure.SendFailed.class,
              failed ->
                  assertThat(failed.sentence())
                      .contains("HTTP " + status)
                      .contains(body.isEmpty() ? "no body" : body));
      assertThat(fine.await()).isEqualTo(Json.string("done"));
    }
  }

  @Test
  void whatABodyShowsIsShortAndEscaped() throws Exception {
    server.onPost(post -> ServerReply.status(500, "text/plain", "\u001b[31m" + "x".repeat(9_000)));
    try (HttpPair pair = new HttpPair(server)) {
      assertThat(pair.failure()).contains("\\u001b[31mxxx").hasSizeLessThan(500);
    }
  }

  @Test
  void whatExpectsNoReplyNeedsNone() throws Exception {
    List<ServerReply> replies =
        List.of(ServerReply.accepted(), ServerReply.json("thanks"), ServerReply.json("{}"));
    for (ServerReply reply : replies) {
      server.onPost(post -> post.body().contains("id") ? HttpPair.echo(post) : reply);
      try (HttpPair pair = new HttpPair(server, endpoint -> endpoint.maxPosts(1))) {
        pair.peer.notify("note", null);
        pair.peer.call("ping", null).await();
        assertThat(pair.unsent).isEmpty();
      }
    }
  }

  @Test
  void aNotificationThatIsRefusedIsReported() throws Exception {
    server.onPost(post -> ServerReply.status(503, "text/plain", "busy"));
    try (HttpPair pair = new HttpPair(server)) {
      pair.peer.notify("note", null);
      assertThat(HttpPair.next(pair.unsent)).contains("HTTP 503").contains("busy");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 | {}",
        "200 | {\"id\":99,\"result\":1}",
        "400 | {\"id\":null,\"error\":{\"code\":-32700,\"message\":\"parse error\"}}"
      })
  void anAnswerThatIsNoReplyToTheCallFailsItAtOnce(int status, String body) throws Exception {
    server.onPost(post -> ServerReply.status(status, "application/json", body));
    try (HttpPair pair = new HttpPair(server)) {
      assertThat(Ends.failureOf(pair.peer.call("invoke", null)))
          .isInstanceOfSatisfying(
              CallFailure.ProtocolViolation.class,
              violation ->
                  assertThat(violation.sentence()).contains("HTTP " + status).contains(body));
    }
  }

  @Test
  void aReplyThatWaitsBehindOrderedMessagesIsStillTheReply() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch busy = new CountDownLatch(1);
    HttpTransport http = HttpPair.connect(HttpEndpoint.at(server.url()).maxPosts(1).build());
    try (Peer peer =
        Peer.over(http, HttpPair.DIALECT)
            .onOtherNotifications(
                Order.ORDERED,
                note -> {
                  busy.countDown();
                  gate.await();
                })
            .start()) {
      server.event(HttpPair.note("slow"));
      busy.await();
      Call call = peer.call("invoke", null);
      Call next = peer.call("invoke", null);
      // The second is posted when the first one's answer has been told.
      server.nextPost();
      server.nextPost();
      gate.countDown();
      assertThat(List.of(call.await(), next.await())).containsOnly(Json.string("done"));
    }
  }

  @Test
  void aBrokenAnswerFailsThatCallAlone() throws Exception {
    for (ServerReply broken :
        List.of(ServerReply.halfThenReset("{\"id\":1,"), ServerReply.hangUp())) {
      server.onPost(post -> post.body().contains("ping") ? HttpPair.echo(post) : broken);
      try (HttpPair pair = new HttpPair(server)) {
        assertThat(pair.failure()).startsWith("The POST to " + server.url() + " failed: ");
        assertThat(pair.peer.call("ping", null).await()).isEqualTo(Json.string("done"));
      }
    }
  }

  @Test
  void anAnswerWithoutEndIsReadUpToTheLimit() throws Exception {
    server.onPost(post -> ServerReply.endless());
    try (HttpPair pair = new HttpPair(server, endpoint -> endpoint.maxReply(1 << 20))) {
      assertThat(pair.failure()).contains("larger than the 1048576 bytes allowed");
    }
  }

  @Test
  void allAnswersTogetherHaveALimitToo() throws Exception {
    server.onPost(post -> ServerReply.halfThenSilence(" ".repeat(600 << 10)));
    BlockingQueue<String> failures = new LinkedBlockingQueue<>();
    try (HttpPair pair = new HttpPair(server, endpoint -> endpoint.maxReply(1 << 20))) {
      for (int i = 0; i < 8; i++) {
        pair.peer
            .call("invoke", null)
            .toFuture()
            .exceptionally(
                failure -> {
                  failures.add(failure.getMessage());
                  return Json.NULL;
                });
      }
      for (int i = 0; i < 4; i++) {
        assertThat(HttpPair.next(failures)).contains("all POSTs together are too large");
      }
      assertThat(pair.peer.pendingCalls()).isLessThanOrEqualTo(4);
    }
  }

  @Test
  void anAnswerOfExactlyTheLimitIsRead() throws Exception {
    String body = "{\"id\":1,\"result\":\"" + "x".repeat(10_000) + "\"}";
    server.onPost(post -> ServerReply.json(body));
    try (HttpPair pair = new HttpPair(server, endpoint -> endpoint.maxReply(body.length()))) {
      assertThat(pair.peer.call("invoke", null).await().length()).isEqualTo(10_002);
    }
    try (HttpPair pair = new HttpPair(server, endpoint -> endpoint.maxReply(body.length() - 1))) {
      assertThat(pair.failure()).contains("bytes allowed");
    }
  }

  @Test
  void aFrameBeyondTheLimitIsNotPosted() throws Exception {
    HttpEndpoint endpoint = HttpEndpoint.at(server.url()).maxOutbound(100).build();
    try (FrameChannel channel = FrameChannel.over(HttpPair.connect(endpoint), 10)) {
      channel.send(Json.string("x".repeat(100)));
      channel.send(Json.parse("{\"id\":7}"));
      assertThat(server.nextPost().body()).isEqualTo("{\"id\":7}");
      while (channel.sendFailure() == null) {
        Thread.onSpinWait();
      }
      assertThat(channel.sendFailure()).contains("102 bytes").contains("100 that may be sent");
    }
  }

  @Test
  void noMorePostsAreUnderWayThanAllowed() throws Exception {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch three = new CountDownLatch(3);
    server.onPost(
        post -> {
          most.accumulateAndGet(now.incrementAndGet(), Math::max);
          three.countDown();
          ServerReply reply =
              to -> {
                // Before the answer is out: with it the client may begin the next one.
                now.decrementAndGet();
                return HttpPair.echo(post).write(to);
              };
          return reply.after(three);
        });
    try (HttpPair pair = new HttpPair(server, endpoint -> endpoint.maxPosts(3))) {
      List<Call> calls = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        calls.add(pair.peer.call("invoke", null));
      }
      for (Call call : calls) {
        assertThat(call.await()).isEqualTo(Json.string("done"));
      }
      assertThat(most.get()).isEqualTo(3);
    }
  }

  @Test
  void aCallThatNobodyWaitsForGivesItsPlaceBack() throws Exception {
    server.onPost(post -> post.body().contains("ping") ? HttpPair.echo(post) : ServerReply.never());
    try (HttpPair pair = new HttpPair(server, endpoint -> endpoint.maxPosts(1))) {
      Call cancelled = pair.peer.call("hang", null);
      server.nextPost();
      cancelled.cancel();
      assertThat(pair.peer.call("ping", null).await()).isEqualTo(Json.string("done"));
      server.nextPost();
      Call late = pair.peer.call("hang", null, CallOptions.within(Duration.ofSeconds(5)));
      server.nextPost();
      pair.clock.advance(Duration.ofSeconds(6));
      assertThat(Ends.failureOf(late)).isInstanceOf(CallFailure.Timeout.class);
      assertThat(pair.peer.call("ping", null).await()).isEqualTo(Json.string("done"));
    }
  }

  @Test
  void redirectsThatKeepTheMethodAreFollowedInsideTheOrigin() throws Exception {
    server.onPost(
        post ->
            post.path().equals("/rpc") ? ServerReply.redirect(307, "/moved") : HttpPair.echo(post));
    try (HttpPair pair = new HttpPair(server)) {
      assertThat(pair.peer.call("invoke", null).await()).isEqualTo(Json.string("done"));
      assertThat(server.nextPost().body()).isEqualTo(server.nextPost().body());
    }
  }

  @Test
  void noRedirectLeavesTheOrigin() throws Exception {
    try (SseTestServer elsewhere = new SseTestServer()) {
      server.onPost(post -> ServerReply.redirect(308, elsewhere.url().toString()));
      try (HttpPair pair = new HttpPair(server)) {
        assertThat(pair.failure()).contains("HTTP 308 redirects to " + elsewhere.url());
        assertThat(elsewhere.connections()).isZero();
      }
    }
  }

  @Test
  void redirectsEndAfterFive() throws Exception {
    server.onPost(post -> ServerReply.redirect(307, "/rpc"));
    try (HttpPair pair = new HttpPair(server)) {
      assertThat(pair.failure()).contains("redirected more than 5 times");
      for (int i = 0; i < 6; i++) {
        server.nextPost();
      }
    }
  }
}
