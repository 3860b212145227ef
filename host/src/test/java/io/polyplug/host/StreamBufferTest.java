package io.polyplug.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class StreamBufferTest {
  private final AtomicInteger closes = new AtomicInteger();
  private final StreamBuffer stream = new StreamBuffer("p", 3, 100, closes::incrementAndGet);

  private static Json number(int n) {
    return Json.parse(String.valueOf(n));
  }

  @Test
  void everythingBeforeTheEndIsGivenInOrder() {
    stream.offer(number(1));
    stream.offer(number(2));
    stream.end();
    assertThat(stream.offer(number(3))).isFalse();
    List<Integer> seen = new ArrayList<>();
    for (JsonNode node : stream) {
      seen.add(node.intValue());
    }
    assertThat(seen).containsExactly(1, 2);
  }

  @Test
  void aFailedStreamGivesWhatCameBeforeAndThenItsFailure() {
    stream.offer(number(1));
    stream.fail(new Failure(FailureCode.CRASHED, "p", "gone").thrown());
    stream.end();
    assertThat(stream.next()).contains(number(1));
    assertThatThrownBy(stream::next).hasMessageContaining("gone");
    assertThatThrownBy(stream::next).hasMessageContaining("gone");
  }

  @Test
  void tooManyMessagesFailThisStreamOnly() {
    for (int i = 0; i < 3; i++) {
      assertThat(stream.offer(number(i))).isTrue();
    }
    assertThat(stream.offer(number(3))).isFalse();
    assertThat(stream.waiting()).isEqualTo(3);
    stream.next();
    stream.next();
    stream.next();
    assertThatThrownBy(stream::next).hasMessageContaining("overloaded");
  }

  @Test
  void tooManyBytesFailItToo() {
    assertThat(stream.offer(Json.string("x".repeat(90)))).isTrue();
    assertThat(stream.offer(Json.string("x".repeat(10)))).isFalse();
  }

  @Test
  void closingStopsDeliveryAtOnceAndWakesTheReader() throws Exception {
    CompletableFuture<Boolean> empty = new CompletableFuture<>();
    Thread reader = Thread.ofPlatform().start(() -> empty.complete(stream.next().isEmpty()));
    while (reader.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    stream.close();
    stream.close();
    assertThat(empty.get(10, TimeUnit.SECONDS)).isTrue();
    assertThat(stream.offer(number(1))).isFalse();
    assertThat(closes).hasValue(1);
  }

  @Test
  void nothingWithinTheTimeIsTimeout() {
    assertThatThrownBy(() -> stream.next(Duration.ofMillis(1))).hasMessageContaining("timeout");
  }
}
