package io.polyplug.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.host.SupervisionPolicy.Start;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that are sent and awaited later, of a contract that can only wait. */
@Timeout(60)
class StartedCallTest {
  private static final ToolCall ONE = ToolCall.of(Json.parse("1"));
  private static final ToolCall TWO = ToolCall.of(Json.parse("2"));

  private final BlockingQueue<HostEvent.CallEnded> ends = new LinkedBlockingQueue<>();
  private final PluginHost host =
      PluginHost.builder()
          .contract(
              new EchoPlugins.Given(
                  "c", List.of(EchoPlugins.echo("c", "echo", Start.LAZY, new ArrayList<>()))))
          .pluginsFrom(Path.of("/plugins"))
          .listener(
              event -> {
                if (event instanceof HostEvent.CallEnded end) {
                  ends.add(end);
                }
              })
          .build();

  @AfterEach
  void end() {
    host.close();
  }

  private Tool tool(String name) {
    return host.plugin("echo").tool(name);
  }

  private HostEvent.CallEnded nextEnd() throws InterruptedException {
    return Objects.requireNonNull(ends.poll(20, TimeUnit.SECONDS), "no call has ended");
  }

  @Test
  void areUnderWayTogetherAndAwaitedInAnyOrder() throws Exception {
    try (Started<ToolResult> one = tool(EchoPlugins.MEET).start(ONE);
        Started<ToolResult> two = tool(EchoPlugins.MEET).start(TWO)) {
      assertThat(two.await().output()).isEqualTo(TWO.input());
      assertThat(one.await().output()).isEqualTo(ONE.input());
    }
    assertThat(List.of(nextEnd(), nextEnd()))
        .allSatisfy(it -> assertThat(it.errorCode()).isEmpty())
        .extracting(HostEvent.CallEnded::call)
        .containsExactlyInAnyOrder(1L, 2L);
  }

  @Test
  void failAsThoseThatBlockDo() throws Exception {
    Started<ToolResult> refused = tool("fail").start(ONE);
    assertThatThrownBy(refused::await).isInstanceOf(PluginError.class);
    assertThat(nextEnd().errorCode()).contains("no");
    assertThatThrownBy(refused::await).isInstanceOf(IllegalStateException.class);
    Duration limit = Duration.ofMillis(1);
    Started<ToolResult> late =
        tool(EchoPlugins.LATE).start(ONE.withTimeout(limit).withProgress(_ -> {}));
    PluginFailure failure = catchThrowableOfType(PluginFailure.class, late::await);
    assertThat(failure.failure().code()).isEqualTo(FailureCode.TIMEOUT);
    assertThat(nextEnd().errorCode()).contains("timeout");
  }

  @Test
  void closedOnesAreCancelledAndToldOnce() throws Exception {
    Started<ToolResult> silent = tool(EchoPlugins.SILENT).start(ONE);
    silent.close();
    silent.close();
    assertThat(nextEnd().errorCode()).contains("cancelled");
    assertThatThrownBy(silent::await).isInstanceOf(IllegalStateException.class);
    assertThat(tool("echo").call(TWO).output()).isEqualTo(TWO.input());
    assertThat(nextEnd().tool()).isEqualTo("echo");
    assertThat(ends).isEmpty();
  }

  @Test
  void anInterruptCancelsWhatIsAwaited() throws Exception {
    Started<ToolResult> silent = tool(EchoPlugins.SILENT).start(ONE);
    Thread.currentThread().interrupt();
    PluginFailure failure = catchThrowableOfType(PluginFailure.class, silent::await);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(failure.failure().code()).isEqualTo(FailureCode.CANCELLED);
    assertThat(nextEnd().errorCode()).contains("cancelled");
  }

  @Test
  void thatCannotBeSentAreToldAsEnded() throws Exception {
    host.plugin("echo").disable();
    assertThatThrownBy(() -> tool("echo").start(ONE)).isInstanceOf(PluginFailure.class);
    assertThat(nextEnd().errorCode()).isPresent();
  }
}
