package io.polyplug.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** The bridge's run and cancel, with an adapter that prints between the frames. */
class GoldenConversationBabTest {
  private static final Dialect DIALECT = Dialect.standard();

  @Test
  void cancelOvertakesRunAndPrintedLinesAreNoFrames() throws Exception {
    BytePipe toBridge = new BytePipe(4096);
    BytePipe toHost = new BytePipe(4096);
    BlockingQueue<String> stray = new LinkedBlockingQueue<>();
    CountDownLatch cancelled = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(1);
    PeerObserver observer =
        new PeerObserver() {
          @Override
          public void badBody(BadBody what, byte[] body) {
            stray.add(new String(body, UTF_8));
          }
        };
    try (Peer bridge =
            Peer.over(transport("bridge", toBridge, toHost), DIALECT)
                .onRequest(
                    "run",
                    Order.CONCURRENT,
                    (r, e) -> {
                      byte[] printed = "adapter says hello\n".getBytes(UTF_8);
                      toHost.write(printed, 0, printed.length);
                      running.countDown();
                      cancelled.await();
                      throw new RpcException(-32000, "cancelled");
                    })
                .onRequest(
                    "cancel",
                    Order.CONCURRENT,
                    (r, e) -> {
                      cancelled.countDown();
                      return Json.EMPTY_OBJECT;
                    })
                .start();
        Peer host =
            Peer.over(transport("host", toHost, toBridge), DIALECT).observer(observer).start()) {
      Call run = host.call("run", Json.parse("{\"runId\":\"r1\"}"));
      running.await();
      Call cancel = host.call("cancel", Json.parse("{\"runId\":\"r1\"}"));
      assertThat(cancel.await()).isEqualTo(Json.EMPTY_OBJECT);
      assertThat(((CallFailure.RemoteError) Ends.failureOf(run)).error().message())
          .isEqualTo("cancelled");
      assertThat(stray).containsExactly("adapter says hello");
      assertThat(bridge.endReason()).isNull();
    }
  }

  private static Transport transport(String name, BytePipe in, BytePipe out) {
    return new StreamTransport(name, in.in, out, Ndjson.STANDARD, Clock.system(), null);
  }
}
