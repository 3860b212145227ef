package io.polyplug.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.HostEvent.Direction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FlightRingTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void add(FlightRing ring, String plugin, String text) {
    ring.add(plugin, Direction.FROM_PLUGIN, 7, bytes(text), 0, text.length());
  }

  private static List<String> texts(List<RecordedFrame> frames) {
    return frames.stream().map(it -> new String(it.bytes(), StandardCharsets.UTF_8)).toList();
  }

  @Test
  void theLastFramesOfAPluginAreThereOldestFirst() {
    FlightRing ring = new FlightRing();
    add(ring, "a", "1");
    add(ring, "b", "2");
    add(ring, "a", "3");
    add(ring, "a", "4");

    assertThat(texts(ring.last("a", 2))).containsExactly("3", "4");
    assertThat(texts(ring.last("b", 9))).containsExactly("2");
    assertThat(texts(ring.last(null, 9))).containsExactly("1", "2", "3", "4");
    assertThat(ring.last("c", 9)).isEmpty();
  }

  @Test
  void aFrameHasItsTimeItsDirectionAndWhatWasCut() {
    FlightRing ring = new FlightRing();
    ring.add(
        "a", Direction.TO_PLUGIN, 42, new byte[FlightRing.LONGEST + 5], 1, FlightRing.LONGEST + 4);

    RecordedFrame frame = ring.last("a", 1).getFirst();

    assertThat(frame.nanos()).isEqualTo(42);
    assertThat(frame.direction()).isEqualTo(Direction.TO_PLUGIN);
    assertThat(frame.bytes()).hasSize(FlightRing.LONGEST);
    assertThat(frame.cut()).isEqualTo(4);
  }

  @Test
  void theOldestGiveWayAndNothingElseIsEverWrong() {
    Random random = new Random(7);
    FlightRing ring = new FlightRing(20_000);
    ArrayDeque<String> all = new ArrayDeque<>();
    for (int i = 0; i < 2_000; i++) {
      String text = i + ":" + "x".repeat(random.nextInt(FlightRing.LONGEST - 10));
      add(ring, "a", text);
      all.addLast(text);

      List<String> kept = texts(ring.last("a", Integer.MAX_VALUE));
      List<String> expected = new ArrayList<>(all);
      assertThat(kept).isEqualTo(expected.subList(expected.size() - kept.size(), expected.size()));
      assertThat(kept.size()).isGreaterThanOrEqualTo(Math.min(i + 1, 30));
    }
  }
}
