package io.polyplug.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is urgent overtakes everything that the other end's pipe has not taken. */
class UrgentFrameTest {
  private static final LaneSpec KEYS = LaneSpec.of("keys", 0);
  private static final LaneSpec EVENTS = LaneSpec.of("events", 1).startingAs(LaneSpec.AtStart.HOLD);
  private static final int PIPE = 1_000;
  private static final int COUNT = 500;

  private final BytePipe out = new BytePipe(PIPE);
  private final BytePipe in = new BytePipe(PIPE);
  private final AtomicInteger seen = new AtomicInteger();
  private final BufferedReader other = new BufferedReader(new InputStreamReader(out.in, UTF_8));

  private Peer peer() {
    return Peer.over(
            new StreamTransport("test", in.in, out, Ndjson.STANDARD, Clock.system(), null),
            Dialect.standard())
        .lanes(List.of(KEYS, EVENTS), EVENTS, EVENTS)
        .observer(
            new PeerObserver() {
              @Override
              public void frameOut(FrameBytes body) {
                seen.incrementAndGet();
              }
            })
        .start();
  }

  private List<String> read(int count) throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lines.add(other.readLine());
    }
    return lines;
  }

  private static String frame(String method) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\"}";
  }

  private static List<String> events() {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      all.add(frame("event-" + (1000 + i)));
    }
    return all;
  }

  @Test
  void anUrgentFrameComesRightAfterTheOneThatThePipeTookAPartOf() throws Exception {
    List<String> expected = events();
    try (Peer peer = peer()) {
      for (int i = 0; i < COUNT; i++) {
        peer.notify("event-" + (1000 + i), null, EVENTS);
      }
      peer.openLane(EVENTS);
      out.awaitBlockedWriter();
      peer.notify("key", null, KEYS);
      expected.add(PIPE / (expected.getFirst().length() + 1) + 1, frame("key"));
      assertThat(read(COUNT + 1)).containsExactlyElementsOf(expected);
      assertThat(seen).as("each is seen once").hasValue(COUNT + 1);
    }
  }

  @Test
  void callsThatThePipeHasNotTakenCanStillBeWithdrawn() throws Exception {
    try (Peer peer = peer()) {
      List<Call> calls = new ArrayList<>();
      for (int i = 0; i < COUNT; i++) {
        calls.add(peer.call("event-" + (1000 + i), null));
      }
      peer.openLane(EVENTS);
      out.awaitBlockedWriter();
      calls.subList(COUNT / 2, COUNT).forEach(Call::cancel);
      assertThat(read(COUNT / 2)).hasSize(COUNT / 2);
      peer.notify("last", null, KEYS);
      assertThat(other.readLine()).isEqualTo(frame("last"));
    }
  }
}
