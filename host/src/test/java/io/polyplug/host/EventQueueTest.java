package io.polyplug.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventQueueTest {
  private final EventQueue queue = new EventQueue();

  private static HostEvent line(String plugin, String text) {
    return new HostEvent.LogLine(plugin, HostEvent.Level.INFO, text);
  }

  private static HostEvent frame(String plugin, int bytes) {
    return new HostEvent.FrameSeen(plugin, HostEvent.Direction.FROM_PLUGIN, new byte[bytes], 0);
  }

  private static HostEvent state(String plugin) {
    return new HostEvent.StateChanged(
        plugin, PluginState.RUNNING, PluginState.STOPPING, Optional.empty());
  }

  private List<HostEvent> rest() {
    List<HostEvent> all = new ArrayList<>();
    for (HostEvent event = queue.poll(); event != null; event = queue.poll()) {
      all.add(event);
    }
    return all;
  }

  @Test
  void eventsOfAllKindsAndPluginsKeepTheirOrder() {
    List<HostEvent> events =
        List.of(line("a", "1"), state("b"), line("b", "2"), frame("a", 1), state("a"));
    events.forEach(queue::add);
    assertThat(rest()).containsExactlyElementsOf(events);
  }

  @Test
  void aFloodOfLogLinesCostsNoChangeOfState() {
    queue.add(state("good"));
    int lost = 0;
    for (int i = 0; i < 3 * EventQueue.MOST; i++) {
      lost += queue.add(line("bad", "x"));
    }
    lost += queue.add(state("good"));
    assertThat(lost).isEqualTo(2 * EventQueue.MOST + 2);
    assertThat(rest()).hasSize(EventQueue.MOST).startsWith(state("good")).endsWith(state("good"));
  }

  @Test
  void aFloodCostsThePluginThatMadeIt() {
    queue.add(line("good", "kept"));
    for (int i = 0; i < 2 * EventQueue.MOST; i++) {
      queue.add(line("bad", "x"));
    }
    for (int i = 0; i < 20; i++) {
      queue.add(frame("worse", 2 << 20));
    }
    assertThat(queue.poll()).isEqualTo(line("good", "kept"));
    assertThat(rest()).contains(line("bad", "x"));
  }

  @Test
  void theTextOfLogLinesCounts() {
    String text = "x".repeat(1 << 20);
    int lost = 0;
    for (int i = 0; i < 100; i++) {
      lost += queue.add(line("p", text));
    }
    assertThat(100 - lost).isEqualTo((int) (EventQueue.MOST_BYTES / (2 << 20)));
  }

  @Test
  void changesOfStateAreBoundedTooAndTheOldestGoes() {
    queue.add(state("first"));
    for (int i = 1; i < EventQueue.MOST; i++) {
      assertThat(queue.add(state("p"))).isZero();
    }
    assertThat(queue.add(state("last"))).isEqualTo(1);
    assertThat(rest()).hasSize(EventQueue.MOST).doesNotContain(state("first"));
  }

  @Test
  void anEventThatIsAloneStaysHoweverLarge() {
    HostEvent large = frame("p", (int) EventQueue.MOST_BYTES + 1);
    assertThat(queue.add(large)).isZero();
    assertThat(rest()).containsExactly(large);
  }
}
