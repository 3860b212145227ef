package io.polyplug.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.base.ManualClock;
import io.polyplug.host.SupervisionPolicy.Start;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a caller is told of an answer that did not come in time. */
class LateAnswerTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private static String told(FailureCode code, String message) {
    return LateAnswer.told(new Failure(code, "it", message).thrown(), SECOND).failure().message();
  }

  @Test
  void theLimitOfTheCallerIsTold() {
    assertThat(told(FailureCode.TIMEOUT, "no response line within 31 ms"))
        .isEqualTo("no response line within 1000 ms");
  }

  @Test
  void whatNamesNoTimeStays() {
    assertThat(told(FailureCode.TIMEOUT, "Acme timed out")).isEqualTo("Acme timed out");
  }

  @Test
  void whatFailedOtherwiseStays() {
    assertThat(told(FailureCode.CRASHED, "it died within 31 ms")).isEqualTo("it died within 31 ms");
  }

  @Test
  void aStartThatTookMostOfTheTimeDoesNotShortenTheLimitThatIsTold() {
    ManualClock clock = new ManualClock();
    List<EchoPlugins.EchoSession> sessions = new ArrayList<>();
    EchoPlugins.Echo slow =
        EchoPlugins.echo("c", "echo", Start.LAZY, sessions)
            .starting(() -> clock.advance(Duration.ofMillis(969)));
    try (PluginHost host =
        PluginHost.builder()
            .clock(clock)
            .contract(new EchoPlugins.Given("c", List.of(slow)))
            .pluginsFrom(Path.of("/plugins"))
            .build()) {
      ToolCall call = ToolCall.of(Json.NULL).withTimeout(SECOND);
      PluginFailure late =
          catchThrowableOfType(
              PluginFailure.class,
              () ->
                  host.plugin("echo")
                      .tool(EchoPlugins.LATE)
                      .call(call.withProgress(_ -> clock.advance(SECOND))));
      assertThat(late.failure().message()).isEqualTo("it did not answer within 1000 ms");
    }
  }
}
