package io.polyplug.ainb.net;

import static io.polyplug.ainb.Answers.error;
import static io.polyplug.ainb.net.Fetching.any;
import static io.polyplug.ainb.net.Fetching.service;
import static io.polyplug.ainb.net.Fetching.url;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.ManualClock;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostileServerTest {
  private static final ErrorObject TOO_LARGE =
      new ErrorObject(-32603, "response exceeds frame limit");

  private static void text(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static ErrorObject errorOf(TestServer.Reply reply) throws Exception {
    try (TestServer server = TestServer.start(reply)) {
      return error(() -> any().fetch(url(server.url("/"))));
    }
  }

  @Test
  void endlessHeadersAreCut() throws Exception {
    ErrorObject error =
        errorOf(
            (request, out) -> {
              text(out, "HTTP/1.1 200 OK\r\n");
              while (true) {
                text(out, "X: y\r\n");
              }
            });
    assertThat(error.code()).isEqualTo(-32603);
  }

  @Test
  void anEndlessHeaderLineIsCut() throws Exception {
    ErrorObject error =
        errorOf(
            (request, out) -> {
              text(out, "HTTP/1.1 200 OK\r\nX: ");
              while (true) {
                text(out, "y".repeat(1000));
              }
            });
    assertThat(error.code()).isEqualTo(-32603);
  }

  @Test
  void anEndlessFoldedHeaderIsCut() throws Exception {
    ErrorObject error =
        errorOf(
            (request, out) -> {
              text(out, "HTTP/1.1 200 OK\r\nX: y\r\n");
              while (true) {
                text(out, "\t" + "y".repeat(1000) + "\r\n");
              }
            });
    assertThat(error.code()).isEqualTo(-32603);
  }

  @Test
  void anEndlessChunkLineIsCut() throws Exception {
    ErrorObject error =
        errorOf(
            (request, out) -> {
              text(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;");
              while (true) {
                text(out, "y".repeat(1000));
              }
            });
    assertThat(error.code()).isEqualTo(-32603);
  }

  @Test
  void aBodyThatNoFrameCanCarryIsCut() throws Exception {
    ErrorObject endless =
        errorOf(
            (request, out) -> {
              text(out, "HTTP/1.1 200 OK\r\n\r\n");
              while (true) {
                text(out, "y".repeat(8192));
              }
            });
    assertThat(endless).isEqualTo(TOO_LARGE);
  }

  @Test
  void anAnnouncedBodyThatNoFrameCanCarryIsRefusedUnread() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    try {
      ErrorObject announced =
          errorOf(
              (request, out) -> {
                text(out, "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n");
                out.flush();
                over.await();
              });
      assertThat(announced).isEqualTo(TOO_LARGE);
    } finally {
      over.countDown();
    }
  }

  @Test
  void theLargestBodyThatFitsIsAResult() throws Exception {
    int size = (16 << 20) / 4 * 3 - 2048;
    try (TestServer server =
        TestServer.start(
            (request, out) -> {
              text(out, "HTTP/1.1 200 OK\r\nContent-Length: " + size + "\r\n\r\n");
              out.write(new byte[size]);
            })) {
      assertThat(any().fetch(url(server.url("/"))).length()).isLessThan((16 << 20) - 200);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\r\n\r\n",
        "SSH-2.0-x\r\n",
        "HTTP/1.1 abc OK\r\n\r\n",
        "HTTP/1.1 123456 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort",
        "HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        "HTTP/1.1 200 OK\r\nNo colon\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\n\r\nx",
      })
  void anAnswerThatIsNoneOrLiesIsAnInternalError(String answer) throws Exception {
    try (TestServer server = TestServer.answering(answer)) {
      assertThat(error(() -> any().fetch(url(server.url("/")))).code()).isEqualTo(-32603);
    }
  }

  @Test
  void whatComesAfterTheAnnouncedBodyIsNobodysBusiness() throws Exception {
    try (TestServer server =
        TestServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 500 X")) {
      assertThat(any().fetch(url(server.url("/"))).toString()).contains("\"body\":\"e30=\"");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX: ",
        "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nx"
      })
  void aServerThatStopsAnywhereHasThirtySeconds(String begin) throws Exception {
    ManualClock clock = new ManualClock();
    CountDownLatch written = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    try (TestServer server =
        TestServer.start(
            (request, out) -> {
              text(out, begin);
              out.flush();
              written.countDown();
              over.await();
            })) {
      FutureTask<ErrorObject> error =
          new FutureTask<>(
              () -> error(() -> service(true, Map.of(), clock).fetch(url(server.url("/")))));
      Thread.ofVirtual().start(error);
      assertThat(written.await(30, TimeUnit.SECONDS)).isTrue();
      clock.advance(Duration.ofSeconds(29));
      assertThat(error.isDone()).isFalse();
      clock.advance(Duration.ofSeconds(1));
      assertThat(error.get(30, TimeUnit.SECONDS))
          .isEqualTo(new ErrorObject(-32603, "fetch 127.0.0.1: no answer within 30 s"));
      assertThat(clock.waiting()).isZero();
    } finally {
      over.countDown();
    }
  }

  @Test
  void aServerThatDripsHasNoMoreTimeThanAnother() throws Exception {
    ManualClock clock = new ManualClock();
    CountDownLatch over = new CountDownLatch(1);
    try (TestServer server =
        TestServer.start(
            (request, out) -> {
              text(out, "HTTP/1.1 200 OK\r\n\r\n");
              for (int i = 0; i < 40; i++) {
                text(out, "x");
                out.flush();
                clock.advance(Duration.ofSeconds(1));
              }
              over.await();
            })) {
      assertThat(error(() -> service(true, Map.of(), clock).fetch(url(server.url("/")))).message())
          .endsWith("no answer within 30 s");
    } finally {
      over.countDown();
    }
  }

  @Test
  void redirectsShareTheThirtySeconds() throws Exception {
    ManualClock clock = new ManualClock();
    try (TestServer server =
        TestServer.start(
            (request, out) -> {
              clock.advance(Duration.ofSeconds(8));
              text(out, "HTTP/1.1 302 X\r\nLocation: /\r\n\r\n");
            })) {
      assertThat(error(() -> service(true, Map.of(), clock).fetch(url(server.url("/")))).message())
          .endsWith("no answer within 30 s");
      assertThat(server.requests).hasSize(4);
    }
  }

  @Test
  void aPluginThatFetchesWithoutEndHasAFewUnderWay() throws Exception {
    Semaphore asked = new Semaphore(0);
    CountDownLatch over = new CountDownLatch(1);
    try (TestServer server =
            TestServer.start(
                (request, out) -> {
                  asked.release();
                  over.await();
                  text(out, "HTTP/1.1 200 OK\r\n\r\n");
                });
        var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      NetworkService service = any();
      List<Future<Json>> fetches = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        fetches.add(executor.submit(() -> service.fetch(url(server.url("/")))));
      }
      assertThat(asked.tryAcquire(16, 30, TimeUnit.SECONDS)).isTrue();
      assertThat(server.requests).hasSize(16);
      over.countDown();
      for (Future<Json> fetch : fetches) {
        assertThat(fetch.get(30, TimeUnit.SECONDS).toString()).contains("200");
      }
    }
  }

  @Test
  void anInterruptEndsTheFetch() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    try (TestServer server =
        TestServer.start(
            (request, out) -> {
              asked.countDown();
              over.await();
            })) {
      Thread fetch =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      any().fetch(url(server.url("/")));
                    } catch (Exception failure) {
                      thrown.set(failure);
                    }
                  });
      assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
      fetch.interrupt();
      assertThat(fetch.join(Duration.ofSeconds(30))).isTrue();
      assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    } finally {
      over.countDown();
    }
  }
}
