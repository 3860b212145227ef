package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.ManualClock;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A handler's thread that reads the next request for itself: whatever it does, all are heard. */
@Timeout(60)
class HandlerReadsTest {
  private final ManualClock clock = new ManualClock();
  private final HandSource source = new HandSource();
  private final Ends ends = new Ends();
  private final BlockingQueue<Thread> handled = new LinkedBlockingQueue<>();
  private final CountDownLatch release = new CountDownLatch(1);
  private Peer peer;
  private int requests;

  @BeforeEach
  void serve() {
    Transport transport =
        new StreamTransport(
            "here",
            source,
            new BytePipe(1 << 20),
            Ndjson.STANDARD,
            clock,
            null,
            InboundReader.STAND_BY);
    peer =
        Peer.over(transport, Dialect.standard())
            .clock(clock)
            .listener(ends)
            .residentHandlers()
            .onRequest("who", Order.CONCURRENT, (_, _) -> handledHere())
            .onRequest(
                "hold",
                Order.CONCURRENT,
                (_, _) -> {
                  handledHere();
                  release.await();
                  return Json.NULL;
                })
            .onRequest(
                "ask",
                Order.CONCURRENT,
                (_, exchange) -> {
                  Call back = exchange.peer().call("back", null);
                  handledHere();
                  Json told = back.await();
                  handledHere();
                  return told;
                })
            .start();
  }

  @AfterEach
  void close() {
    peer.close();
  }

  private Json handledHere() {
    handled.add(Thread.currentThread());
    return Json.NULL;
  }

  private Thread ask(String method) throws InterruptedException {
    source.say("{\"jsonrpc\":\"2.0\",\"id\":" + ++requests + ",\"method\":\"" + method + "\"}\n");
    return awaitHandler();
  }

  private Thread awaitHandler() throws InterruptedException {
    Thread handler = handled.poll(30, TimeUnit.SECONDS);
    assertThat(handler).as("the thread of a handler").isNotNull();
    return handler;
  }

  /** Asks until the thread that answered reads, as it does in a long conversation. */
  private Thread handlerReads() throws InterruptedException {
    while (true) {
      Thread handler = ask("who");
      if (handler.equals(source.awaitReader())) {
        return handler;
      }
    }
  }

  @Test
  void whoHasAnsweredHandlesWhatComesNext() throws Exception {
    for (int i = 0; i < 100; i++) {
      Thread handler = handlerReads();
      assertThat(ask("who")).isSameAs(handler);
    }
  }

  @Test
  void whileItHandlesTheOwnThreadReads() throws Exception {
    Thread handler = handlerReads();
    assertThat(ask("hold")).isSameAs(handler);
    assertThat(ask("who")).isNotSameAs(handler);
    source.awaitOwnReader();
    release.countDown();
    assertThat(ask("who")).isNotNull();
  }

  @Test
  void ofSeveralRequestsAtOnceItTakesOneAndLeavesTheRest() throws Exception {
    Thread handler = handlerReads();
    String hold = "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"hold\"}\n";
    source.say(
        hold.formatted(++requests) + hold.formatted(++requests) + hold.formatted(++requests));
    assertThat(List.of(awaitHandler(), awaitHandler(), awaitHandler()))
        .contains(handler)
        .doesNotHaveDuplicates();
    release.countDown();
  }

  @Test
  void whatComesWhileItsHandlerWaitsForAnAnswerHasAThreadOfItsOwn() throws Exception {
    Thread handler = handlerReads();
    assertThat(ask("ask")).isSameAs(handler);
    assertThat(ask("who")).as("the asker still waits").isNotSameAs(handler);
    source.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":7}\n");
    assertThat(awaitHandler()).isSameAs(handler);
  }

  @Test
  void whenNothingComesForAWhileTheOwnThreadReads() throws Exception {
    handlerReads();
    source.timeIsOver();
    source.awaitOwnReader();
    assertThat(ask("who")).isNotNull();
  }

  @Test
  void theEndSeenByAHandlerIsTheEnd() throws Exception {
    handlerReads();
    source.end();
    assertThat(ends.await().kind()).isEqualTo(EndReason.Kind.END_OF_STREAM);
  }

  @Test
  void closingEndsItsRead() throws Exception {
    handlerReads();
    peer.close();
    assertThat(ends.await().kind()).isEqualTo(EndReason.Kind.CLOSED);
  }
}
