package io.polyplug.workbench.api;

import static io.polyplug.workbench.api.WorkbenchStage.CLOCK;
import static io.polyplug.workbench.api.WorkbenchStage.at;
import static io.polyplug.workbench.api.WorkbenchStage.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.host.PluginException;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolStream;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is counted is what happened. */
@Timeout(120)
class MetricApiTest {
  private static final int CALLS = 7;
  private static final String TALKER = "bowire:talker";
  private static final Pattern SERIES =
      Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*(\\{[^}]*\\})? (NaN|[+-]Inf|[-+0-9.eE]+)");

  @TempDir Path folder;

  @Test
  void callsAndErrorsAreCountedExactly() throws Exception {
    try (WorkbenchStage stage = new WorkbenchStage(folder)) {
      call(stage);
      String counted = clock(stage);
      // The count follows the call; it is never too high, so waiting for the number is the check.
      while (!at(counted, "calls").toString().equals(Integer.toString(CALLS + 1))) {
        counted = clock(stage);
      }
      assertThat(at(counted, "errors")).hasToString("1");
      assertThat(Long.parseLong(at(counted, "bytesIn").toString())).isPositive();
      assertThat(Long.parseLong(at(counted, "bytesOut").toString())).isPositive();
      assertThat(Long.parseLong(at(counted, "p99Us").toString()))
          .isGreaterThanOrEqualTo(Long.parseLong(at(counted, "p50Us").toString()))
          .isPositive();
    }
  }

  @Test
  void thePrometheusTextHasTheSameNumbersAndParses() throws Exception {
    try (WorkbenchStage stage = new WorkbenchStage(folder)) {
      call(stage);
      String ok = "polyplug_calls_seconds_count{outcome=\"ok\",plugin=\"" + CLOCK + "\"} " + CALLS;
      String error = "polyplug_calls_seconds_count{outcome=\"error\",plugin=\"" + CLOCK + "\"} 1";
      String scraped = stage.get("/metrics").body();
      while (!scraped.contains(ok) || !scraped.contains(error)) {
        scraped = stage.get("/metrics").body();
      }
      assertThat(scraped).contains("polyplug_plugin_running{plugin=\"" + CLOCK + "\"} 1");
      assertThat(scraped.lines().filter(line -> !line.startsWith("#")))
          .allMatch(line -> SERIES.matcher(line).matches());
    }
  }

  @Test
  void streamsAreCountedWithTheirEndsAndTheirMessages() throws Exception {
    try (WorkbenchStage stage = WorkbenchStage.of(folder, "talker")) {
      stream(stage, "flood", "{\"count\":300}");
      stream(stage, "broken", "{}");
      try (ToolStream _ =
          stage.host.plugin("talker").tool("Talk/silent").stream(ToolCall.of(Json.EMPTY_OBJECT))) {
        stage.awaitLog("silent begins");
      }
      String counted = row(stage, TALKER);
      while (!at(counted, "streams", "ended").toString().equals("3")) {
        counted = row(stage, TALKER);
      }
      assertThat(at(counted, "streams", "failed")).hasToString("1");
      assertThat(at(counted, "streams", "received")).hasToString("301");
      assertThat(at(counted, "streams", "sent")).hasToString("0");
      assertThat(Long.parseLong(at(counted, "streams", "p99Us").toString())).isPositive();
      // Their openings are calls, of which none failed.
      assertThat(at(counted, "calls")).hasToString("3");
      assertThat(at(counted, "errors")).hasToString("0");
      List<String> told =
          List.of(
              "polyplug_streams_seconds_count{outcome=\"ok\",plugin=\"bowire:talker\"} 1",
              "polyplug_streams_seconds_count{outcome=\"error\",plugin=\"bowire:talker\"} 1",
              "polyplug_streams_seconds_count{outcome=\"closed\",plugin=\"bowire:talker\"} 1",
              "polyplug_stream_messages_total{direction=\"from_plugin\",plugin=\"bowire:talker\"} 301",
              "polyplug_stream_messages_total{direction=\"to_plugin\",plugin=\"bowire:talker\"} 0");
      // Counted for Prometheus a moment later than for the page.
      String scraped = stage.get("/metrics").body();
      while (!told.stream().allMatch(scraped::contains)) {
        scraped = stage.get("/metrics").body();
      }
    }
  }

  private static void stream(WorkbenchStage stage, String tool, String input) throws Exception {
    try (SentEvents events =
        stage.follow(
            "/api/streams",
            "{\"plugin\":\"talker\",\"tool\":\"Talk/%s\",\"input\":%s}".formatted(tool, input))) {
      assertThat(events.rest()).isNotEmpty();
    }
  }

  private static void call(WorkbenchStage stage) {
    for (int i = 0; i < CALLS; i++) {
      stage.host.plugin(CLOCK).tool("Clock/now").call(ToolCall.of(Json.EMPTY_OBJECT));
    }
    assertThatThrownBy(
            () -> stage.host.plugin(CLOCK).tool("Clock/no").call(ToolCall.of(Json.EMPTY_OBJECT)))
        .isInstanceOf(PluginException.class);
  }

  private static String clock(WorkbenchStage stage) throws Exception {
    return row(stage, CLOCK);
  }

  private static String row(WorkbenchStage stage, String plugin) throws Exception {
    for (Json row : JsonParts.elements(at(stage.get("/api/metrics").body(), "plugins"))) {
      if (text(row.toString(), "key").equals(plugin)) {
        return row.toString();
      }
    }
    throw new AssertionError("no " + plugin);
  }
}
