package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where concurrent handlers run when a peer keeps threads for them. */
@Timeout(30)
class ResidentHandlersTest {
  private static final Json VIRTUAL = Json.parse("true");
  private static final Json PLATFORM = Json.parse("false");

  private final MemoryTransport.Pair pair = MemoryTransport.pair();
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch holding = new CountDownLatch(2);

  private Peer server(PeerBuilder builder) {
    return builder
        .onRequest("where", Order.CONCURRENT, (_, _) -> where())
        .onRequest(
            "hold",
            Order.CONCURRENT,
            (_, _) -> {
              holding.countDown();
              held.await();
              return where();
            })
        .start();
  }

  private static Json where() {
    return Thread.currentThread().isVirtual() ? VIRTUAL : PLATFORM;
  }

  /** Until threads are kept; so far each request has a virtual one. */
  private static void converse(Peer client) throws InterruptedException {
    for (int i = 0; i < HandlerThreads.BEFORE_RESIDENTS; i++) {
      assertThat(client.call("where", null).await()).isEqualTo(VIRTUAL);
    }
  }

  @Test
  void inALongConversationARequestThatComesAloneHasAPlatformThread() throws Exception {
    try (Peer _ = server(Peer.over(pair.right(), Dialect.standard()).residentHandlers());
        Peer client = Peer.over(pair.left(), Dialect.standard()).start()) {
      converse(client);
      assertThat(client.call("where", null).await()).isEqualTo(PLATFORM);
    }
  }

  @Test
  void whileTheResidentsAreTakenEveryRequestHasAVirtualThread() throws Exception {
    try (Peer _ = server(Peer.over(pair.right(), Dialect.standard()).residentHandlers());
        Peer client = Peer.over(pair.left(), Dialect.standard()).start()) {
      converse(client);
      List<Call> first = new ArrayList<>();
      first.add(client.call("hold", null));
      first.add(client.call("hold", null));
      holding.await();
      assertThat(client.call("where", null).await()).isEqualTo(VIRTUAL);
      held.countDown();
      for (Call call : first) {
        assertThat(call.await()).isEqualTo(PLATFORM);
      }
    }
  }

  @Test
  void withoutThemEveryRequestHasAVirtualThread() throws Exception {
    try (Peer _ = server(Peer.over(pair.right(), Dialect.standard()));
        Peer client = Peer.over(pair.left(), Dialect.standard()).start()) {
      assertThat(client.call("where", null).await()).isEqualTo(VIRTUAL);
    }
  }
}
