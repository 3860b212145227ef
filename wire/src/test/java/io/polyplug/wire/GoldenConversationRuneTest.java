package io.polyplug.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.base.ManualClock;
import io.polyplug.wire.FrameChannel.Ended;
import io.polyplug.wire.FrameChannel.Frame;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two lines each way, spoken on the transport itself. */
class GoldenConversationRuneTest {
  private static final int LIMIT = 1_048_576;
  private static final Ndjson LINES =
      new Ndjson(LIMIT, LIMIT, Ndjson.BlankLines.DELIVER, false, Framing.BadUtf8.REPLACE);

  private final BytePipe toPlugin = new BytePipe(1 << 16);
  private final BytePipe fromPlugin = new BytePipe(1 << 16);
  private final FrameChannel host =
      FrameChannel.over(
          new StreamTransport("rune", fromPlugin.in, toPlugin, LINES, new ManualClock(), null), 16);

  @AfterEach
  void close() {
    host.close();
  }

  private Frame receive() throws InterruptedException {
    return (Frame) host.receive(Deadline.in(Duration.ofSeconds(30), Clock.system()));
  }

  private void pluginSays(String text) throws Exception {
    byte[] bytes = text.getBytes(UTF_8);
    fromPlugin.write(bytes, 0, bytes.length);
  }

  private String pluginReadsLine() throws Exception {
    StringBuilder line = new StringBuilder();
    for (int b = toPlugin.in.read(); b != '\n'; b = toPlugin.in.read()) {
      line.append((char) b);
    }
    return line.toString();
  }

  @Test
  void twoLinesEachWayThenStandardInputIsClosed() throws Exception {
    host.send(Json.parse("{\"type\":\"handshake\",\"protocol_version\":\"rterm.plugin.v1\"}"));
    assertThat(pluginReadsLine())
        .isEqualTo("{\"type\":\"handshake\",\"protocol_version\":\"rterm.plugin.v1\"}");
    pluginSays(" {\"type\":\"handshake\"}\t\r\n");
    assertThat(new String(receive().body(), UTF_8)).isEqualTo("{\"type\":\"handshake\"}");

    host.send(Json.parse("{\"type\":\"request\",\n \"input\":{}}"));
    assertThat(pluginReadsLine()).isEqualTo("{\"type\":\"request\",  \"input\":{}}");
    host.closeOutbound();
    assertThat(toPlugin.in.read()).isEqualTo(-1);

    pluginSays("{\"type\":\"response\"}");
    fromPlugin.close();
    assertThat(new String(receive().body(), UTF_8)).isEqualTo("{\"type\":\"response\"}");
    assertThat(host.receive(Deadline.NEVER)).isInstanceOf(Ended.class);
  }

  @Test
  void aBlankLineIsAFrameWithoutBytes() throws Exception {
    pluginSays("  \n");
    assertThat(receive().body()).isEmpty();
  }

  @Test
  void aLineWrittenBeforeABrokenPipeIsStillReceived() throws Exception {
    pluginSays("{\"early\":true}\n");
    toPlugin.in.close();
    host.send(Json.EMPTY_OBJECT);
    assertThat(new String(receive().body(), UTF_8)).isEqualTo("{\"early\":true}");
    assertThat(host.sendFailure()).contains("Broken pipe");
    pluginSays("{}\n");
    assertThat(receive().body()).hasSize(2);
  }

  @Test
  void anInputLargerThanThePipeDoesNotBlockTheReader() throws Exception {
    host.send(Json.string("x".repeat(1 << 20 >> 1)));
    toPlugin.awaitBlockedWriter();
    pluginSays("{\"still\":\"heard\"}\n");
    assertThat(new String(receive().body(), UTF_8)).isEqualTo("{\"still\":\"heard\"}");
  }
}
