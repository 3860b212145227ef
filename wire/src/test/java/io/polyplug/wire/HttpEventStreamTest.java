package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.wire.testing.ServerReply;
import io.polyplug.wire.testing.SseTestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One GET, from its opening to its loss. */
class HttpEventStreamTest {
  private SseTestServer server;

  @BeforeEach
  void listen() throws IOException {
    server = new SseTestServer().onPost(HttpPair::echo);
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  private void cannotConnect(URI url, String why) {
    assertThatThrownBy(() -> HttpPair.connect(HttpEndpoint.at(url).build()))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("The event stream of " + url + " cannot be opened: ")
        .hasMessageContaining(why);
  }

  @Test
  void thereIsOneGetAndItIsOpenBeforeAnythingIsSent() throws Exception {
    HttpTransport http = HttpPair.connect(HttpEndpoint.at(server.url()).build());
    assertThat(server.gets()).isEqualTo(1);
    assertThat(server.nextGet().headers()).containsEntry("accept", "text/event-stream");
    try (Peer peer = Peer.over(http, HttpPair.DIALECT).start()) {
      for (int i = 0; i < 5; i++) {
        peer.call("invoke", null).await();
      }
    }
    server.awaitLostStream();
    assertThat(server.gets()).isEqualTo(1);
  }

  @Test
  void aRefusalSaysItsStatus() {
    server.onGet(ServerReply.status(405, "text/plain", "no events here"));
    cannotConnect(server.url(), "HTTP 405 and the body \"no events here\" came instead of events.");
  }

  @Test
  void anotherContentTypeIsNoEventStream() {
    server.onGet(ServerReply.json("{}"));
    cannotConnect(
        server.url(), "came with the content type \"application/json\" instead of text/event-");
  }

  @Test
  void nobodyListens() throws Exception {
    URI gone;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      gone = URI.create("http://127.0.0.1:" + free.getLocalPort() + "/");
    }
    cannotConnect(gone, "the connection was refused");
  }

  @Test
  void aServerWithoutTlsIsNotSpokenToInTheClear() {
    server.onGet(ServerReply.hangUp());
    cannotConnect(URI.create(server.url().toString().replace("http:", "https:")), "TLS failed");
    assertThat(server.gets()).isZero();
  }

  @Test
  void aServerThatHangsUpIsNotAskedForEver() {
    server.onGet(ServerReply.hangUp());
    cannotConnect(server.url(), "");
    // The JDK asks once more when a connection ended before the first byte; the first GET is over.
    assertThat(server.gets()).isBetween(1, 2);
  }

  @Test
  void aServerThatNeverAnswersIsWaitedForUntilTheDeadline() throws Exception {
    server.onGet(ServerReply.never());
    assertThatThrownBy(
            () ->
                HttpTransport.connect(
                    HttpEndpoint.at(server.url()).build(),
                    Deadline.in(Duration.ofMillis(200), Clock.system())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the server did not answer in time");
  }

  @Test
  void theOpeningFollowsNoRedirectElsewhere() throws Exception {
    try (SseTestServer elsewhere = new SseTestServer()) {
      server.onGet(ServerReply.redirect(307, elsewhere.url().toString()));
      cannotConnect(server.url(), "redirects to " + elsewhere.url());
      assertThat(elsewhere.connections()).isZero();
    }
  }

  @Test
  void theWholeStreamWithItsEndMayComeBeforeTheAck() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    server.onPost(
        post -> {
          server.event(HttpPair.note("data"));
          server.event(HttpPair.note("end"));
          return HttpPair.echo(post).after(told);
        });
    try (HttpPair pair = new HttpPair(server)) {
      Call ack = pair.peer.call("invokeStream", null);
      assertThat(HttpPair.next(pair.notes)).isEqualTo("data");
      assertThat(HttpPair.next(pair.notes)).isEqualTo("end");
      assertThat(ack.isDone()).isFalse();
      told.countDown();
      assertThat(ack.await()).isEqualTo(Json.string("done"));
    }
  }

  @Test
  void losingTheStreamLetsAPostInFlightFinishAndThenEnds() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    server.onPost(post -> HttpPair.echo(post).after(gate));
    try (HttpPair pair = new HttpPair(server)) {
      Call inFlight = pair.peer.call("invoke", null);
      server.nextPost();
      server.event(HttpPair.note("last"));
      server.endEvents();
      EndReason lost = pair.ends.inbound.get(30, TimeUnit.SECONDS);
      assertThat(lost.kind()).isEqualTo(EndReason.Kind.END_OF_STREAM);
      assertThat(pair.notes).containsExactly("last");
      assertThat(pair.failure()).contains(lost.sentence());
      assertThat(inFlight.isDone()).isFalse();
      gate.countDown();
      assertThat(inFlight.await()).isEqualTo(Json.string("done"));
      assertThat(pair.ends.await()).isEqualTo(lost);
      assertThat(server.gets()).isEqualTo(1);
    }
  }

  @Test
  void aStreamThatBreaksOffIsNoCleanEnd() throws Exception {
    server.chunked().breakAfter(2);
    try (HttpPair pair = new HttpPair(server)) {
      server.event(HttpPair.note("one"));
      server.event(HttpPair.note("two"));
      server.event(HttpPair.note("three"));
      assertThat(pair.ends.await().kind()).isEqualTo(EndReason.Kind.IO_ERROR);
      assertThat(pair.notes).containsExactly("one", "two");
    }
  }

  @Test
  void anEventBeyondTheLimitEndsTheStream() throws Exception {
    try (HttpPair pair = new HttpPair(server, endpoint -> endpoint.maxEvent(1_000))) {
      server.event(HttpPair.note("fine"));
      server.raw("data: " + "x".repeat(2_000));
      assertThat(pair.ends.await().violation()).isEqualTo(Violation.LINE_TOO_LONG);
      assertThat(pair.notes).containsExactly("fine");
    }
  }

  @Test
  void anEventThatIsNoMessageIsReportedAndPassedOver() throws Exception {
    try (HttpPair pair = new HttpPair(server)) {
      server.raw(": hello\nretry: 5\nevent: x\nid: 1\ndata: hello\n\ndata: [1]\n\n");
      server.event(HttpPair.note("fine"));
      assertThat(HttpPair.next(pair.notes)).isEqualTo("fine");
      assertThat(pair.stray).containsExactly("NOT_JSON", "NOT_AN_OBJECT");
    }
  }

  @Test
  void framesForASecondHostDisturbNoCall() throws Exception {
    server.onPost(
        post -> {
          server.event("{\"id\":" + HttpPair.id(post) + "9,\"result\":\"not yours\"}");
          server.event(HttpPair.note("broadcast"));
          return HttpPair.echo(post);
        });
    try (HttpPair first = new HttpPair(server);
        HttpPair second = new HttpPair(server)) {
      assertThat(first.peer.call("invoke", null).await()).isEqualTo(Json.string("done"));
      assertThat(second.peer.call("invoke", null).await()).isEqualTo(Json.string("done"));
      for (HttpPair pair : List.of(first, second)) {
        assertThat(HttpPair.next(pair.notes)).isEqualTo("broadcast");
        assertThat(HttpPair.next(pair.notes)).isEqualTo("broadcast");
      }
    }
  }

  @Test
  void withOneQueueForAllGetsEveryFrameReachesOneOfThem() throws Exception {
    try (SseTestServer shared = new SseTestServer(SseTestServer.FanOut.SHARED_QUEUE);
        HttpPair first = new HttpPair(shared);
        HttpPair second = new HttpPair(shared)) {
      for (int i = 0; i < 100; i++) {
        shared.event(HttpPair.note("n" + i));
      }
      shared.endEvents();
      shared.endEvents();
      first.ends.await();
      second.ends.await();
      List<String> all = new ArrayList<>(first.notes);
      all.addAll(second.notes);
      assertThat(all).hasSize(100).doesNotHaveDuplicates();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void tenThousandQuickNotificationsArriveInOrder(boolean chunked) throws Exception {
    if (chunked) {
      server.chunked();
    }
    try (HttpPair pair = new HttpPair(server)) {
      for (int i = 0; i < 10_000; i++) {
        server.event(HttpPair.note("n" + i));
      }
      for (int i = 0; i < 10_000; i++) {
        assertThat(HttpPair.next(pair.notes)).isEqualTo("n" + i);
      }
    }
  }

  @Test
  void aSlowListenerLosesNothing() throws Exception {
    AtomicInteger seen = new AtomicInteger();
    CountDownLatch gate = new CountDownLatch(1);
    Ends ends = new Ends();
    String text = "x".repeat(1_000);
    Peer peer =
        Peer.over(HttpPair.connect(HttpEndpoint.at(server.url()).build()), HttpPair.DIALECT)
            .inboundBounds(new InboundBounds(10, 1 << 20, InboundBounds.OnFull.PAUSE_READING, 10))
            .listener(ends)
            .onOtherNotifications(
                Order.ORDERED,
                note -> {
                  gate.await();
                  if (note.method().equals(seen.get() + text)) {
                    seen.incrementAndGet();
                  }
                })
            .start();
    try (peer) {
      for (int i = 0; i < 10_000; i++) {
        server.event(HttpPair.note(i + text));
      }
      server.endEvents();
      gate.countDown();
      assertThat(ends.await().kind()).isEqualTo(EndReason.Kind.END_OF_STREAM);
      assertThat(seen.get()).isEqualTo(10_000);
    }
  }
}
