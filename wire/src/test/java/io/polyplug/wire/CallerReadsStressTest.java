package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many calls from all kinds of threads, with notifications between them. */
@Timeout(120)
class CallerReadsStressTest {
  private static final int CALLS = 100_000;

  private final BytePipe there = new BytePipe(65_536);
  private final BytePipe back = new BytePipe(65_536);
  private final AtomicLong lastTick = new AtomicLong();
  private final AtomicInteger outOfOrder = new AtomicInteger();
  private final AtomicInteger wrong = new AtomicInteger();
  private final AtomicInteger right = new AtomicInteger();
  private final Peer server =
      Peer.over(stream(there, back), Dialect.standard())
          .onRequest("echo", Order.CONCURRENT, (r, e) -> r.paramsOrEmpty())
          .onRequest("tick", Order.ORDERED, this::tick)
          .start();
  private final Peer client =
      Peer.over(stream(back, there), Dialect.standard())
          .onNotification("tick", Order.ORDERED, this::ticked)
          .start();
  private long ticks;

  private static Transport stream(BytePipe in, BytePipe out) {
    return new StreamTransport("stress", in.source, out, Ndjson.STANDARD, Clock.system(), null);
  }

  /** Notifies before it replies, so that the reply must find the notification handled. */
  private Json tick(Request request, Exchange exchange) {
    Json number = Json.parse("[" + ++ticks + "]");
    exchange.peer().notify("tick", number);
    return number;
  }

  private void ticked(Notification notification) {
    long number = number(notification.paramsOrEmpty());
    if (lastTick.getAndSet(number) != number - 1) {
      outOfOrder.incrementAndGet();
    }
  }

  private static long number(Json array) {
    String text = array.toString();
    return Long.parseLong(text.substring(1, text.length() - 1));
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private void echo(int count, int seed) {
    try {
      for (int i = 0; i < count; i++) {
        Json params = Json.parse("[" + (seed + i) + "]");
        CallOptions options =
            i % 3 == 0 ? CallOptions.within(Duration.ofMinutes(1)) : CallOptions.NONE;
        (client.call("echo", params, options).await().equals(params) ? right : wrong)
            .incrementAndGet();
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private void tickAndLook(int count) {
    try {
      for (int i = 0; i < count; i++) {
        long number = number(client.call("tick", null).await());
        (lastTick.get() >= number ? right : wrong).incrementAndGet();
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void oneAfterAnother() {
    echo(CALLS, 0);
    assertThat(right).hasValue(CALLS);
    tickAndLook(CALLS / 10);
    assertThat(wrong).hasValue(0);
    assertThat(outOfOrder).hasValue(0);
    assertThat(client.pendingCalls()).isZero();
  }

  @Test
  void allAtOnce() throws Exception {
    int platform = 3;
    int virtual = 30;
    int each = CALLS / (platform + virtual + 1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < platform + virtual; i++) {
      int seed = i * each;
      threads.add(
          (i < platform ? Thread.ofPlatform() : Thread.ofVirtual()).start(() -> echo(each, seed)));
    }
    threads.add(Thread.ofPlatform().start(() -> tickAndLook(each)));
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(right).hasValue(each * threads.size());
    assertThat(wrong).hasValue(0);
    assertThat(outOfOrder).hasValue(0);
    assertThat(client.pendingCalls()).isZero();
  }
}
