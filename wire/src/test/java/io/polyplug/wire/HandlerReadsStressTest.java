package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests alone and in crowds to a peer whose handlers read on, and some that ask back. */
@Timeout(120)
class HandlerReadsStressTest {
  private static final int CALLS = 60_000;

  private final BytePipe there = new BytePipe(65_536);
  private final BytePipe back = new BytePipe(65_536);
  private final Peer server =
      Peer.over(stream(there, back), Dialect.standard())
          .residentHandlers()
          .onRequest("echo", Order.CONCURRENT, (request, _) -> request.paramsOrEmpty())
          .onRequest(
              "ask",
              Order.CONCURRENT,
              (request, exchange) -> exchange.peer().call("back", request.paramsOrEmpty()).await())
          .start();
  private final Peer client =
      Peer.over(stream(back, there), Dialect.standard())
          .onRequest("back", Order.CONCURRENT, (request, _) -> request.paramsOrEmpty())
          .start();

  private static Transport stream(BytePipe in, BytePipe out) {
    return new StreamTransport("stress", in.source, out, Ndjson.STANDARD, Clock.system(), null);
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void everyRequestIsAnsweredWithItsOwnAnswer() throws Exception {
    Random random = new Random(7);
    int asked = 0;
    while (asked < CALLS) {
      int crowd = random.nextInt(4) == 0 ? 1 + random.nextInt(60) : 1;
      List<Json> said = new ArrayList<>();
      List<Call> calls = new ArrayList<>();
      for (int i = 0; i < crowd; i++) {
        Json params = Json.parse("[" + asked++ + "]");
        said.add(params);
        calls.add(client.call(random.nextInt(5) == 0 ? "ask" : "echo", params));
      }
      for (int i = 0; i < crowd; i++) {
        assertThat(calls.get(i).await()).isEqualTo(said.get(i));
      }
    }
    assertThat(server.pendingCalls()).isZero();
    assertThat(client.pendingCalls()).isZero();
  }
}
