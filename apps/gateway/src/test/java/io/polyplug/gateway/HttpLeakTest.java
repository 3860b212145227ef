package io.polyplug.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** An address that is closed leaves nothing behind. */
@Isolated("counts threads, which others have too")
class HttpLeakTest {
  private static List<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(it -> it.getName().startsWith("gateway-http"))
        .toList();
  }

  @Test
  void threadsEndWithTheAddressWhateverWasUnderWay() throws Exception {
    List<Thread> before = threads();
    HttpStage stage = new HttpStage();
    try (stage) {
      String session = stage.initialize();
      stage.open(stage.request("Accept", "text/event-stream", "Mcp-Session-Id", session).GET());
      stage.open(stage.modern("1", "subscriptions/listen", "\"notifications\":{}"));
      stage.open(stage.modernCall("2", "wait"));
      assertThat(threads()).isNotEmpty();
    }
    assertThat(stage.interrupted.await(30, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
    for (Thread thread : threads()) {
      if (!before.contains(thread)) {
        assertThat(thread.join(java.time.Duration.ofSeconds(30))).as(thread.getName()).isTrue();
      }
    }
  }
}
