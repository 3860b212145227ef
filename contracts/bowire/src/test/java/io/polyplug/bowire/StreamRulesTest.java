package io.polyplug.bowire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolStream;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Server streams (5.7) and what protects the host from them (5.9). */
class StreamRulesTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path folder;

  private static ToolStream stream(TestSidecar sidecar, String method, int count) {
    return sidecar.plugin().tool("Echo/" + method).stream(
        ToolCall.of(Json.parse(String.valueOf(count))));
  }

  private static List<String> all(ToolStream stream) {
    List<String> messages = new ArrayList<>();
    for (Optional<Json> next = stream.next(LONG); next.isPresent(); next = stream.next(LONG)) {
      messages.add(next.get().toString());
    }
    return messages;
  }

  private static List<String> ticks(int count) {
    List<String> ticks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ticks.add("{\"tick\": " + i + "}");
    }
    return ticks;
  }

  @Test
  void messagesComeInOrderAndThenTheEndAndNothingAfterIt() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder);
        ToolStream stream = stream(sidecar, "ticks", 5)) {
      assertThat(all(stream)).isEqualTo(ticks(5));
      assertThat(stream.next(LONG)).isEmpty();
    }
  }

  @Test
  void theWholeStreamAndItsEndMayComeBeforeTheAck() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder);
        ToolStream stream = stream(sidecar, "early", 5)) {
      assertThat(all(stream)).isEqualTo(ticks(5));
    }
  }

  @Test
  void anEndWithNullIsGood() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder);
        ToolStream stream = stream(sidecar, "null", 1)) {
      assertThat(all(stream)).hasSize(1);
    }
  }

  @Test
  void anEndWithAnErrorObjectFailsAfterTheMessages() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder);
        ToolStream stream = stream(sidecar, "broken", 2)) {
      assertThat(stream.next(LONG)).isPresent();
      assertThat(stream.next(LONG)).isPresent();
      PluginError error = catchThrowableOfType(PluginError.class, () -> stream.next(LONG));
      assertThat(error.code()).isEqualTo("sidecar:-32050");
      assertThat(error.text()).isEqualTo("source dried up");
      assertThat(error.data().orElseThrow().toString()).contains("more");
    }
  }

  @Test
  void aDeathInMidStreamFailsItWithTheExitReason() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder);
        ToolStream stream = stream(sidecar, "die", 3)) {
      for (int i = 0; i < 3; i++) {
        assertThat(stream.next(LONG)).isPresent();
      }
      PluginFailure failure = catchThrowableOfType(PluginFailure.class, () -> stream.next(LONG));
      assertThat(failure.failure().code()).isEqualTo(FailureCode.CRASHED);
      assertThat(failure.failure().message()).isEqualTo("Sidecar exited with code 7");
    }
  }

  @Test
  void anErrorReplyFailsTheStream() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder);
        ToolStream stream = stream(sidecar, "refused", 1)) {
      PluginError error = catchThrowableOfType(PluginError.class, () -> stream.next(LONG));
      assertThat(error.code()).isEqualTo("sidecar:-32601");
    }
  }

  @Test
  void anAckWithAnotherIdFailsAtOnce() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder);
        ToolStream stream = stream(sidecar, "outdated", 1)) {
      PluginFailure failure = catchThrowableOfType(PluginFailure.class, () -> stream.next(LONG));
      assertThat(failure.failure().message()).contains("outdated sidecar SDK");
    }
  }

  @Test
  void messagesThatAreNoTextsAreReadAndForeignOnesAreNot() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder);
        ToolStream stream = stream(sidecar, "odd", 1)) {
      assertThat(all(stream)).containsExactly("{\"a\":1}", "\"\"", "\"plain text\"");
    }
  }

  @Test
  void aSlowReaderHoldsUpNobody() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder);
        ToolStream slow = stream(sidecar, "ticks", 90_000)) {
      assertThat(sidecar.call("echo", "1").output()).isEqualTo(Json.parse("1"));
      try (ToolStream other = stream(sidecar, "ticks", 100)) {
        assertThat(all(other)).hasSize(100);
      }
      assertThat(all(slow)).hasSize(90_000);
    }
  }

  @Test
  void whatExceedsItsBoundInMessagesFailsThatStreamAlone() throws Exception {
    try (TestSidecar sidecar = TestSidecar.configured(folder, "stream_messages = 10");
        ToolStream slow = stream(sidecar, "ticks", 1_000);
        ToolStream fine = stream(sidecar, "ticks", 10)) {
      assertThat(all(fine)).isEqualTo(ticks(10));
      for (int i = 0; i < 10; i++) {
        assertThat(slow.next(LONG)).isPresent();
      }
      PluginFailure failure = catchThrowableOfType(PluginFailure.class, () -> slow.next(LONG));
      assertThat(failure.failure().code()).isEqualTo(FailureCode.OVERLOADED);
      assertThat(sidecar.call("echo", "1").output()).isEqualTo(Json.parse("1"));
    }
  }

  @Test
  void whatExceedsItsBoundInBytesFailsToo() throws Exception {
    try (TestSidecar sidecar = TestSidecar.configured(folder, "stream_bytes = 250000");
        ToolStream slow = stream(sidecar, "big", 5)) {
      // An answered call shows that what was sent before it has arrived.
      List<Integer> sizes = new ArrayList<>();
      PluginFailure failure = null;
      assertThat(sidecar.call("echo", "1").ok()).isTrue();
      while (failure == null) {
        try {
          Optional<Json> next = slow.next(LONG);
          sizes.add(next.orElseThrow().length());
          // Reading frees room, so it may go on for as long as we are as fast as it is.
          if (sizes.size() == 5) {
            return;
          }
        } catch (PluginFailure e) {
          failure = e;
        }
      }
      assertThat(failure.failure().code()).isEqualTo(FailureCode.OVERLOADED);
    }
  }

  @Test
  void closingStopsDeliveryAtOnceAndTheSidecarGoesOn() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder)) {
      ToolStream stream = stream(sidecar, "open", 3);
      assertThat(stream.next(LONG)).isPresent();
      stream.close();
      assertThat(stream.next(LONG)).isEmpty();
      assertThat(sidecar.call("echo", "2").output()).isEqualTo(Json.parse("2"));
    }
  }

  @Test
  void tenThousandMessagesOnFiftyStreamsAllArriveInOrder() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder)) {
      List<ToolStream> streams = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        streams.add(stream(sidecar, "ticks", 200));
      }
      List<CompletableFuture<List<String>>> readers = new ArrayList<>();
      for (ToolStream stream : streams) {
        CompletableFuture<List<String>> reader = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> reader.complete(all(stream)));
        readers.add(reader);
      }
      List<String> expected = ticks(200);
      for (CompletableFuture<List<String>> reader : readers) {
        assertThat(reader.get(60, TimeUnit.SECONDS)).isEqualTo(expected);
      }
      streams.forEach(ToolStream::close);
    }
  }

  @Test
  void theTypedStreamGivesTexts() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder);
        SidecarStream stream =
            sidecar.typed().invokeStream(TestSidecar.target("odd"), List.of("1"))) {
      assertThat(stream.nextText()).contains("{\"a\":1}");
      assertThat(stream.nextText()).contains("");
      assertThat(stream.nextText()).contains("plain text");
      assertThat(stream.nextText()).isEmpty();
    }
  }
}
