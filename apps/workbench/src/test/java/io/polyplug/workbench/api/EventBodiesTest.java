package io.polyplug.workbench.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.HostEvent;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is put to an event stream, it goes on as it was. */
class EventBodiesTest {
  private static final int MOST_BYTES = 16 << 20;

  @TempDir Path folder;

  private void refused(int status, String body) throws Exception {
    try (WorkbenchStage stage = new WorkbenchStage(folder);
        SentEvents reader = stage.follow(stage.request("/api/events?kinds=log"))) {
      String stream = "/api/events/" + WorkbenchStage.text(reader.await("open"), "id");
      assertThat(stage.put(stream, body).statusCode()).isEqualTo(status);
      stage
          .host
          .events()
          .emit(new HostEvent.LogLine(WorkbenchStage.SHELL, HostEvent.Level.INFO, "goes on"));
      assertThat(reader.await("log")).contains("goes on");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "7",
        "\"kinds\"",
        "[]",
        "[\"log\"]",
        "{}",
        "{\"kinds\":",
        "{\"kinds\":null}",
        "{\"kinds\":\"log\"}",
        "{\"kinds\":{\"log\":true}}",
        "{\"kinds\":[null]}",
        "{\"kinds\":[[\"log\"]]}",
        "{\"kinds\":[\"LOG\"]}",
        "{\"kinds\":[\"log\",7]}",
        "{\"kinds\":[\"log\\u0000\"]}",
        "{\"Kinds\":[\"log\"]}",
        "kinds=log"
      })
  void whatIsNoListOfKindsIsRefused(String body) throws Exception {
    refused(400, body);
  }

  @Test
  void whatIsNestedWithoutEndIsRefused() throws Exception {
    refused(400, "{\"kinds\":" + "[".repeat(1 << 20));
    refused(400, "{\"a\":".repeat(1 << 18) + "1" + "}".repeat(1 << 18));
  }

  @Test
  void aBodyWithoutEndIsCutOff() throws Exception {
    refused(413, "{\"kinds\":[" + "\"log\",".repeat(MOST_BYTES / 6) + "\"log\"]}");
    refused(413, " ".repeat(MOST_BYTES + 1));
  }

  @Test
  void aKindThatIsNamedAMillionTimesIsOneKind() throws Exception {
    try (WorkbenchStage stage = new WorkbenchStage(folder);
        SentEvents reader = stage.follow(stage.request("/api/events?kinds=plugins"))) {
      String stream = "/api/events/" + WorkbenchStage.text(reader.await("open"), "id");
      String body = "{\"kinds\":[" + "\"log\",".repeat(1_000_000) + "\"log\"]}";
      assertThat(stage.put(stream, body).statusCode()).isEqualTo(200);
      stage
          .host
          .events()
          .emit(new HostEvent.LogLine(WorkbenchStage.SHELL, HostEvent.Level.INFO, "once"));
      assertThat(reader.await("log")).contains("once");
    }
  }
}
