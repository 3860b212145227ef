package io.polyplug.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.process.Child;
import io.polyplug.process.Environment;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import io.polyplug.wire.FrameChannel;
import io.polyplug.wire.Json;
import io.polyplug.wire.Ndjson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The pipes of real children as transports. */
class ChildTransportTest {
  private static final Clock CLOCK = Clock.system();

  private static Child shell(String script) throws Exception {
    return Spawner.platform()
        .start(
            ProcessSpec.of(Path.of("/bin/sh"))
                .arguments("-c", script)
                .environment(Environment.empty().with("PATH", "/usr/bin:/bin"))
                .build());
  }

  private static FrameChannel channel(Child child, Duration drain) {
    return FrameChannel.over(
        ChildTransport.over("test", child, Ndjson.STANDARD, CLOCK, drain, null), 100);
  }

  private static String text(FrameChannel channel) throws Exception {
    return switch (channel.receive(Deadline.in(Duration.ofSeconds(20), CLOCK))) {
      case FrameChannel.Frame frame -> new String(frame.body(), StandardCharsets.UTF_8);
      case FrameChannel.Ended(var reason) -> "ended: " + reason.sentence();
      case FrameChannel.Nothing _ -> "nothing";
    };
  }

  @Test
  void framesGoBothWays() throws Exception {
    try (Child child = shell("exec cat");
        FrameChannel channel = channel(child, Duration.ofSeconds(5))) {
      for (int i = 0; i < 100; i++) {
        channel.send(Json.parse("{\"n\":" + i + "}"));
        assertThat(text(channel)).isEqualTo("{\"n\":" + i + "}");
      }
      channel.closeOutbound();
      assertThat(text(channel)).startsWith("ended: ");
    }
  }

  @Test
  void whatWasWrittenBeforeAQuickExitIsRead() throws Exception {
    for (int i = 0; i < 50; i++) {
      try (Child child = shell("echo 1; echo 2; exit 3");
          FrameChannel channel = channel(child, Duration.ofSeconds(5))) {
        assertThat(text(channel)).isEqualTo("1");
        assertThat(text(channel)).isEqualTo("2");
        assertThat(text(channel)).startsWith("ended: ");
      }
    }
  }

  @Test
  void aGrandchildThatKeepsTheOutputOpenHoldsTheEndUpForTheDrainWindowOnly() throws Exception {
    try (Child child = shell("sleep 1000 & echo 1; exit 3");
        FrameChannel channel = channel(child, Duration.ofMillis(50))) {
      assertThat(text(channel)).isEqualTo("1");
      assertThat(text(channel)).isEqualTo("ended: The process exited with code 3.");
    }
  }
}
