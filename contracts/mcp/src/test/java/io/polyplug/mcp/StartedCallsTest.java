package io.polyplug.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.Started;
import io.polyplug.host.Tool;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolProgress;
import io.polyplug.host.ToolResult;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many calls of one thread, sent before the first is awaited. */
@Timeout(120)
class StartedCallsTest {
  private static final List<String> ERAS = List.of("modern", "legacy");

  @TempDir Path folder;

  private static Json saying(int number) {
    return Json.parse("{\"text\":\"" + number + "\"}");
  }

  @Test
  void areAnsweredEachWithItsOwnWhateverIsAwaitedFirst() throws Exception {
    for (String era : ERAS) {
      try (Scripted server = Scripted.with(folder, era)) {
        Tool echo = server.plugin().tool("echo");
        List<Started<ToolResult>> calls = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
          calls.add(echo.start(ToolCall.of(saying(i))));
        }
        for (int i = calls.size() - 1; i >= 0; i--) {
          assertThat(calls.get(i).await().output().stringValue()).isEqualTo("" + i);
        }
        Started<McpToolResult> typed = server.client().start("echo", saying(7));
        assertThat(typed.await().text()).isEqualTo("7");
      }
    }
  }

  /** The one that waits for a cancel is answered only because the other was given up. */
  @Test
  void thatAreClosedAreCancelledAtTheServer() throws Exception {
    try (Scripted server = Scripted.with(folder)) {
      Started<McpToolResult> waiting = server.client().start("was_cancelled", Json.EMPTY_OBJECT);
      Started<McpToolResult> silent = server.client().start("silent", Json.EMPTY_OBJECT);
      silent.close();
      silent.close();
      assertThat(waiting.await().text()).isEqualTo("True");
    }
  }

  @Test
  void failAsThoseThatBlockDo() throws Exception {
    try (Scripted server = Scripted.with(folder)) {
      Tool failing = server.plugin().tool("fail");
      Started<ToolResult> refused = failing.start(ToolCall.of(Json.EMPTY_OBJECT));
      assertThat(catchThrowableOfType(PluginError.class, refused::await)).isNotNull();
      Tool silent = server.plugin().tool("silent");
      Started<ToolResult> late =
          silent.start(ToolCall.of(Json.EMPTY_OBJECT).withTimeout(Duration.ofMillis(50)));
      PluginFailure timeout = catchThrowableOfType(PluginFailure.class, late::await);
      assertThat(timeout.failure().code()).isEqualTo(FailureCode.TIMEOUT);
      Started<ToolResult> lost = silent.start(ToolCall.of(Json.EMPTY_OBJECT));
      Started<ToolResult> last = server.plugin().tool("die").start(ToolCall.of(Json.EMPTY_OBJECT));
      for (Started<ToolResult> call : List.of(lost, last)) {
        PluginFailure failure = catchThrowableOfType(PluginFailure.class, call::await);
        assertThat(failure.failure().code()).isEqualTo(FailureCode.CRASHED);
      }
    }
  }

  @Test
  void tellTheirProgressWhileNobodyWaits() throws Exception {
    try (Scripted server = Scripted.with(folder)) {
      List<ToolProgress> told = new ArrayList<>();
      Started<McpToolResult> call =
          server
              .client()
              .start("progress", Json.EMPTY_OBJECT, McpCallOptions.NONE.withProgress(told::add));
      // Answered after it, so that all progress has come although nobody awaits the first.
      assertThat(server.client().call("echo", saying(1)).text()).isEqualTo("1");
      assertThat(told).extracting(ToolProgress::progress).containsExactly(1.0, 2.0, 3.0);
      assertThat(call.await().text()).isEqualTo("done");
    }
  }
}
