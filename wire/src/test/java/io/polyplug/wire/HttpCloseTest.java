package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.wire.testing.ServerReply;
import io.polyplug.wire.testing.SseTestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Nothing of a transport outlives its close. Alone, since it counts threads. */
@Isolated
class HttpCloseTest {
  private SseTestServer server;

  @BeforeEach
  void listen() throws IOException {
    server = new SseTestServer().onPost(post -> ServerReply.never());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  @Test
  void closingEndsPostsThatHang() throws Exception {
    try (HttpPair pair = new HttpPair(server)) {
      List<Call> calls = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        calls.add(pair.peer.call("invoke", null));
      }
      for (int i = 0; i < 64; i++) {
        server.nextPost();
      }
      pair.peer.close();
      for (Call call : calls) {
        assertThat(Ends.failureOf(call)).isInstanceOf(CallFailure.Disconnected.class);
      }
      assertThat(pair.ends.await()).isEqualTo(EndReason.CLOSED);
      assertThat(pair.ends.inbound).isNotDone();
      server.awaitLostStream();
      while (server.connections() > 0) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void theCloseIsToldOnceAndLast() throws Exception {
    BlockingQueue<String> told = new LinkedBlockingQueue<>();
    HttpTransport http = HttpPair.connect(HttpEndpoint.at(server.url()).build());
    http.start(
        new FrameSource() {
          @Override
          public @Nullable OutboundFrame next(int maxBytes) {
            return null;
          }

          @Override
          public void putBack(OutboundFrame frame) {}
        },
        new TransportListener() {
          @Override
          public void onFrame(byte[] body) {
            told.add("frame");
          }

          @Override
          public void onInboundEnded(EndReason reason) {
            told.add("inbound");
          }

          @Override
          public void onClosed(EndReason reason) {
            told.add("closed");
          }
        });
    server.event("{}");
    server.endEvents();
    assertThat(HttpPair.next(told)).isEqualTo("frame");
    assertThat(HttpPair.next(told)).isEqualTo("inbound");
    assertThat(HttpPair.next(told)).isEqualTo("closed");
    http.close();
    http.close(EndReason.CLOSED);
    assertThat(told).isEmpty();
  }

  @Test
  void whatWasClosedBeforeItBeganSaysSo() throws Exception {
    HttpTransport http = HttpPair.connect(HttpEndpoint.at(server.url()).build());
    http.close();
    server.awaitLostStream();
    Ends ends = new Ends();
    Peer peer = Peer.over(http, HttpPair.DIALECT).listener(ends).start();
    assertThat(ends.await()).isEqualTo(EndReason.CLOSED);
    assertThat(Ends.failureOf(peer.call("invoke", null)))
        .isInstanceOf(CallFailure.Disconnected.class);
  }

  @Test
  void noThreadIsLeftBehind(@TempDir Path folder) throws Exception {
    for (int i = 0; i < 5; i++) {
      try (HttpPair pair = new HttpPair(server)) {
        pair.peer.call("invoke", null);
        server.nextPost();
      }
    }
    server.onGet(ServerReply.status(500, "text/plain", ""));
    for (int i = 0; i < 5; i++) {
      try {
        HttpPair.connect(HttpEndpoint.at(server.url()).build());
      } catch (IOException expected) {
        assertThat(expected).hasMessageContaining("HTTP 500");
      }
    }
    server.onGet(ServerReply.never());
    for (Duration wait : List.of(Duration.ZERO, Duration.ofMillis(100))) {
      Deadline soon = Deadline.in(wait, Clock.system());
      assertThatThrownBy(() -> HttpTransport.connect(HttpEndpoint.at(server.url()).build(), soon))
          .hasMessageContaining("in time");
    }
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> HttpPair.connect(HttpEndpoint.at(server.url()).build()))
        .isInstanceOf(InterruptedException.class);
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    List<String> left = threads(folder);
    while (!left.isEmpty() && System.nanoTime() < end) {
      left = threads(folder);
    }
    assertThat(left).isEmpty();
  }

  /** Also the virtual ones, which only a dump shows; by name, as the module does not read it. */
  private static List<String> threads(Path folder) throws Exception {
    Path file = folder.resolve("threads");
    Files.deleteIfExists(file);
    Class<?> type = Class.forName("com.sun.management.HotSpotDiagnosticMXBean");
    Class<?> format = Class.forName(type.getName() + "$ThreadDumpFormat");
    Object bean =
        Class.forName("java.lang.management.ManagementFactory")
            .getMethod("getPlatformMXBean", Class.class)
            .invoke(null, type);
    type.getMethod("dumpThreads", String.class, format)
        .invoke(bean, file.toString(), format.getField("TEXT_PLAIN").get(null));
    return Files.readAllLines(file).stream()
        .filter(line -> line.contains("\"HttpClient-") || line.contains("\"polyplug-http"))
        .toList();
  }
}
