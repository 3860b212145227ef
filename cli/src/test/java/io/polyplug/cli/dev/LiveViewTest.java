package io.polyplug.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.HostEvent;
import io.polyplug.host.flight.Redaction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is shown of a plugin that is developed, and what a slow terminal misses. */
class LiveViewTest {
  private static LiveText text(boolean whole, boolean json) {
    return new LiveText(0, whole, json, Redaction.of(Map.of()), key -> "", (style, text) -> text);
  }

  private static HostEvent frame(HostEvent.Direction direction, String json) {
    return new HostEvent.FrameSeen(
        "x", direction, json.getBytes(StandardCharsets.UTF_8), 1_500_000_000L);
  }

  private static String line(LiveText text, String json) {
    HostEvent.FrameSeen seen = (HostEvent.FrameSeen) frame(HostEvent.Direction.FROM_PLUGIN, json);
    return text.line(new LiveItem.Frame(seen));
  }

  @Test
  void aFrameIsOneLineWithTimeDirectionMethodAndExcerpt() {
    LiveText text = text(false, false);
    assertThat(
            line(text, "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"call\",\"params\":{\"a\":1}}"))
        .isEqualTo("   1.500 <- call #7 {\"a\":1}");
    assertThat(line(text, "{\"id\":7,\"result\":[1]}")).isEqualTo("   1.500 <- result #7 [1]");
    assertThat(line(text, "{\"id\":7,\"error\":{\"code\":1}}"))
        .isEqualTo("   1.500 <- error #7 {\"code\":1}");
    assertThat(line(text, "{\"type\":\"request\",\"tool_name\":\"t\"}"))
        .startsWith("   1.500 <- request t {");
    assertThat(line(text, "no JSON\u001b[31m")).doesNotContain("\u001b");
    assertThat(line(text, "{\"result\":\"" + "x".repeat(1_000) + "\"}").length()).isLessThan(250);
    assertThat(line(text(true, false), "{\"result\":\"" + "x".repeat(1_000) + "\"}").length())
        .isGreaterThan(1_000);
  }

  @Test
  void secretsAreLeftOutAsTheRecorderDoesIt() {
    String frame = "{\"method\":\"m\",\"params\":{\"password\":\"hunter2hunter2\"}}";
    assertThat(line(text(false, false), frame)).contains("[secret]").doesNotContain("hunter2");
    assertThat(line(text(true, true), frame)).contains("[secret]").doesNotContain("hunter2");
  }

  @Test
  void aSlowTerminalSlowsNobodyAndIsToldWhatItMissed() throws Exception {
    CountDownLatch looks = new CountDownLatch(1);
    BlockingQueue<String> shown = new LinkedBlockingQueue<>();
    LiveView view =
        new LiveView(
            text(false, false),
            line -> {
              shown.add(line);
              awaitQuietly(looks);
            },
            () -> 0);
    view.say("first");
    assertThat(shown.poll(60, TimeUnit.SECONDS)).endsWith("first");
    for (int i = 0; i < 1_200; i++) {
      view.hear(frame(HostEvent.Direction.TO_PLUGIN, "{}"), key -> key);
    }
    view.say("after them");
    looks.countDown();
    view.close();
    List<String> lines = new ArrayList<>();
    shown.drainTo(lines);
    assertThat(lines.subList(0, 1_000)).allMatch(line -> line.contains("->"));
    assertThat(lines.get(1_000)).contains("200 frames not shown");
    assertThat(lines.get(1_001)).endsWith("after them");
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
