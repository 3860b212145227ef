package io.polyplug.mcp.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is kept of a stream of events, to go on with it. */
class EventReadingTest {
  private static EventReading read(String stream) throws Exception {
    EventReading reading = new EventReading(1_000, false, _ -> {}, _ -> false);
    reading.read(new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8)));
    return reading;
  }

  @Test
  void aServerThatWantsToBeAskedAtOnceIsAskedAfterAPause() throws Exception {
    assertThat(read("retry: 0\n\n").retry()).isEqualTo(Duration.ofMillis(100));
    assertThat(read("retry: 999999999\n\n").retry()).isEqualTo(Duration.ofMinutes(5));
    assertThat(read("retry: 2500\n\n").retry()).isEqualTo(Duration.ofMillis(2_500));
  }

  @Test
  void anIdThatNoHeaderCanCarryIsNotGoneOnFrom() throws Exception {
    assertThat(read("id: a-1\ndata: {}\n\n").lastEvent()).isEqualTo("a-1");
    assertThat(read("id: a-1\ndata: {}\n\nid: \u0001\ndata: {}\n\n").lastEvent()).isNull();
    assertThat(read("id: \u00e9\u4e2d\ndata: {}\n\n").lastEvent()).isNull();
    assertThat(read("id: a\ndata: {}\n\nid\ndata: {}\n\n").lastEvent()).isNull();
  }
}
