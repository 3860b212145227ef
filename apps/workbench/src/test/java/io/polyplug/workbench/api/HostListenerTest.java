package io.polyplug.workbench.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.HostEvent;
import io.polyplug.host.PluginHost;
import io.polyplug.rune.RuneContract;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the host had to drop before it reached a feed. */
class HostListenerTest {
  private static final int EMITTED = 20_000;
  private static final Pattern DROPPED =
      Pattern.compile("event: dropped\ndata: \\{\"count\":(\\d+)}");

  @Test
  void whatTheHostDropsIsToldToTheFeedToTheLastEvent() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    CountDownLatch last = new CountDownLatch(1);
    long[] heard = new long[1];
    Feed feed = new Feed();
    try (PluginHost host = PluginHost.builder().contract(new RuneContract()).build();
        HostListener _ =
            HostListener.toHappenings(
                host.events(),
                feed,
                event -> {
                  first.countDown();
                  awaitUninterrupted(goOn);
                  heard[0]++;
                  if (event instanceof HostEvent.LogLine line && line.text().equals("last")) {
                    feed.add("log", Json.EMPTY_OBJECT);
                    last.countDown();
                  }
                })) {
      for (int i = 0; i < EMITTED; i++) {
        if (i == 1) {
          first.await();
        }
        String text = i == EMITTED - 1 ? "last" : "line";
        host.events().emit(new HostEvent.LogLine("rune:a", HostEvent.Level.INFO, text));
      }
      goOn.countDown();
      last.await();
      Matcher told = DROPPED.matcher(feed.take(Duration.ofSeconds(60)));
      assertThat(told.find()).isTrue();
      assertThat(Long.parseLong(told.group(1))).isPositive().isEqualTo(EMITTED - heard[0]);
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
