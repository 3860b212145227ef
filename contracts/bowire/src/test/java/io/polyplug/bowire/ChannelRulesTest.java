package io.polyplug.bowire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.base.ManualClock;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolChannel;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Duplex channels (5.8). */
class ChannelRulesTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path folder;

  private static ToolChannel open(TestSidecar sidecar, String method) {
    return sidecar.plugin().tool("Echo/" + method).open(ToolCall.of(Json.EMPTY_OBJECT));
  }

  private static Json next(ToolChannel channel) {
    return channel.next(LONG).orElseThrow();
  }

  @Test
  void whatComesBeforeTheAckIsKeptAndMessagesGoBothWays() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder);
        ToolChannel channel = open(sidecar, "chat")) {
      assertThat(next(channel)).isEqualTo(Json.string("hello"));
      assertThat(channel.send(Json.parse("{\"a\":1}"))).isTrue();
      assertThat(next(channel)).isEqualTo(Json.parse("{\"a\":1}"));
    }
  }

  @Test
  void closingTheInputKeepsReadingUntilTheSidecarCloses() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder);
        ToolChannel channel = open(sidecar, "chat")) {
      assertThat(next(channel)).isEqualTo(Json.string("hello"));
      channel.closeInput();
      channel.closeInput();
      assertThat(channel.send(Json.parse("1"))).isFalse();
      assertThat(next(channel)).isEqualTo(Json.string("after close"));
      assertThat(channel.next(LONG)).isEmpty();
    }
  }

  @Test
  void aSidecarThatNeverClosesIsNotWaitedForForEver() throws Exception {
    ManualClock clock = new ManualClock();
    try (var host = TestSidecar.builder(folder, "").clock(clock).forOneCommand().build();
        ToolChannel channel =
            host.plugin("echo").tool("Echo/lingers").open(ToolCall.of(Json.EMPTY_OBJECT))) {
      assertThat(next(channel)).isEqualTo(Json.string("hello"));
      channel.closeInput();
      assertThat(next(channel)).isEqualTo(Json.string("after close"));
      clock.advance(Duration.ofSeconds(31));
      assertThat(channel.next(LONG)).isEmpty();
    }
  }

  @Test
  void anErrorReplyToASendMakesItFalseAndIsNotCounted() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder);
        SidecarChannel channel = sidecar.typed().openChannel(TestSidecar.target("chat"))) {
      assertThat(channel.send("\"one\"")).isTrue();
      assertThat(channel.send("\"refuse\"")).isFalse();
      assertThat(channel.sent()).isEqualTo(1);
      assertThat(channel.nextText()).contains("\"hello\"");
      assertThat(channel.nextText()).contains("\"one\"");
      assertThat(channel.received()).isEqualTo(2);
      assertThat(channel.id()).matches("[0-9a-f]{32}");
      assertThat(channel.isClosed()).isFalse();
      assertThat(channel.elapsed()).isPositive();
    }
  }

  @Test
  void aSidecarMayCloseByItself() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder);
        ToolChannel channel = open(sidecar, "closes")) {
      assertThat(next(channel)).isEqualTo(Json.string("hello"));
      assertThat(channel.next(LONG)).isEmpty();
      assertThat(channel.send(Json.parse("1"))).isFalse();
    }
  }

  @Test
  void anErrorInTheCloseIsShown() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder);
        ToolChannel channel = open(sidecar, "breaks")) {
      assertThat(next(channel)).isEqualTo(Json.string("hello"));
      PluginError error = catchThrowableOfType(PluginError.class, () -> channel.next(LONG));
      assertThat(error.text()).isEqualTo("line cut");
    }
  }

  @Test
  void anErrorReplyToTheOpeningMeansThatThereIsNoChannel() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder)) {
      PluginError error = catchThrowableOfType(PluginError.class, () -> open(sidecar, "refused"));
      assertThat(error.text()).isEqualTo("no room");
    }
  }

  @Test
  void aDeathMakesSendFalseAndFailsTheReader() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder);
        ToolChannel channel = open(sidecar, "chat")) {
      assertThat(channel.send(Json.string("die"))).isFalse();
      assertThat(next(channel)).isEqualTo(Json.string("hello"));
      PluginFailure failure = catchThrowableOfType(PluginFailure.class, () -> channel.next(LONG));
      assertThat(failure.failure().message()).isEqualTo("Sidecar exited with code 5");
      assertThat(channel.send(Json.parse("1"))).isFalse();
    }
  }

  @Test
  void withoutTheCapabilityNothingIsSent() throws Exception {
    Path trace = folder.resolve("trace");
    try (TestSidecar sidecar = TestSidecar.with(folder, "channels=false", "trace=" + trace)) {
      PluginFailure failure =
          catchThrowableOfType(PluginFailure.class, () -> open(sidecar, "chat"));
      assertThat(failure.failure().code()).isEqualTo(FailureCode.UNSUPPORTED);
      assertThat(java.nio.file.Files.readString(trace)).doesNotContain("openChannel");
    }
  }

  @Test
  void messagesKeepTheirOrderFromManyThreadsEach() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder);
        ToolChannel channel = open(sidecar, "chat")) {
      assertThat(next(channel)).isEqualTo(Json.string("hello"));
      List<Thread> senders = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        int who = t;
        senders.add(
            Thread.ofVirtual()
                .start(
                    () -> {
                      for (int i = 0; i < 100; i++) {
                        channel.send(Json.parse("[" + who + "," + i + "]"));
                      }
                    }));
      }
      int[] seen = new int[4];
      for (int i = 0; i < 400; i++) {
        List<Json> pair = JsonParts.elements(next(channel));
        int who = Integer.parseInt(pair.get(0).toString());
        assertThat(pair.get(1).toString()).isEqualTo(String.valueOf(seen[who]++));
      }
      for (Thread sender : senders) {
        sender.join();
      }
    }
  }
}
