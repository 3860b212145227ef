package io.polyplug.workbench.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.HostEvent;
import io.polyplug.host.HostEvents;
import io.polyplug.host.ToolCall;
import io.polyplug.host.flight.RecordingWriter;
import io.polyplug.host.flight.Redaction;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The routes about frames, recordings, the bus and screens, as any client sees them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WireRoutesTest {
  private WorkbenchStage stage;

  @TempDir Path folder;

  @BeforeAll
  void open(@TempDir Path config) throws IOException {
    stage = WorkbenchStage.of(config, "wordcount", "clock", "pulse", "graph");
  }

  @AfterAll
  void close() {
    if (stage != null) {
      stage.close();
    }
  }

  private HttpResponse<String> get(String path) throws Exception {
    return stage.get(path);
  }

  private HttpResponse<String> post(String path, String body) throws Exception {
    return stage.post(path, body);
  }

  private String post(String path, Path body) throws Exception {
    return stage.send(stage.request(path).POST(HttpRequest.BodyPublishers.ofFile(body))).body();
  }

  private void now() {
    stage.host.plugin("clock").tool("Clock/now").call(ToolCall.of(Json.EMPTY_OBJECT));
  }

  @Test
  void framesAreShownWithoutSecrets() throws Exception {
    HostEvents events = stage.host.events();
    byte[] frame = "{\"api_key\":\"hunter2hunter2\",\"a\":1}".getBytes(StandardCharsets.UTF_8);
    events.frame("test:secret", HostEvent.Direction.TO_PLUGIN, frame);
    String shown = get("/api/frames?limit=10000").body();
    assertThat(shown).contains("test:secret").doesNotContain("hunter2");
    assertThat(get("/api/frames/export").body()).contains("test:secret").doesNotContain("hunter2");
  }

  @Test
  void aLimitThatIsNoneIsRefused() throws Exception {
    for (String limit : List.of("0", "-1", "10001", "many")) {
      assertThat(get("/api/frames?limit=" + limit).statusCode()).as(limit).isEqualTo(400);
    }
    assertThat(get("/api/frames?plugin=nobody").statusCode()).isEqualTo(404);
  }

  /** What is said from the start of the clock to its first answer. */
  private Path introduction(String answer) throws Exception {
    BlockingQueue<HostEvent.FrameSeen> seen = new LinkedBlockingQueue<>();
    List<HostEvent.FrameSeen> frames = new ArrayList<>();
    // What is still starting is not started anew, and has said this before anybody listened.
    now();
    try (HostEvents.Subscription _ =
        stage
            .host
            .events()
            .subscribe(
                it -> {
                  if (it instanceof HostEvent.FrameSeen frame
                      && frame.plugin().equals("bowire:clock")) {
                    seen.add(frame);
                  }
                })) {
      stage.host.plugin("clock").reload();
      now();
      for (HostEvent.FrameSeen frame = seen.take(); ; frame = seen.take()) {
        String text = new String(frame.frame(), StandardCharsets.UTF_8);
        if (frame.direction() == HostEvent.Direction.TO_PLUGIN && text.contains("\"initialize\"")) {
          frames.add(frame);
          frames.add(seen.take());
          break;
        }
      }
    }
    Path file = folder.resolve("recording.jsonl");
    HostEvent.FrameSeen last = frames.getLast();
    String text = new String(last.frame(), StandardCharsets.UTF_8);
    try (RecordingWriter writer =
        RecordingWriter.to(file, Redaction.of(Map.of()), Instant.EPOCH, last.nanos())) {
      writer.frame(frames.getFirst());
      writer.frame(
          new HostEvent.FrameSeen(
              last.plugin(),
              last.direction(),
              text.replace("Clock (Python)", answer).getBytes(StandardCharsets.UTF_8),
              last.nanos()));
    }
    return file;
  }

  @Test
  void aRecordingIsPlayedAgainstAFreshProcess() throws Exception {
    assertThat(post("/api/plugins/bowire%3Aclock/replay", introduction("Clock (Python)")))
        .contains("\"ok\":true", "\"frames\":2", "\"differences\":[]");
  }

  @Test
  void whatIsAnsweredDifferentlyIsTold() throws Exception {
    assertThat(post("/api/plugins/bowire%3Aclock/replay", introduction("Another clock")))
        .contains("\"ok\":false", "Another clock", "Clock (Python)");
  }

  @Test
  void aRecordingWithHalfFramesIsNotPlayed() throws Exception {
    Path file = introduction("Clock (Python)");
    Files.writeString(
        file, Files.readString(file).replace("\"to\":\"host\"", "\"to\":\"host\",\"cut\":12"));
    assertThat(post("/api/plugins/bowire%3Aclock/replay", file)).contains("cut_recording");
  }

  @Test
  void whatIsNoRecordingIsRefusedWithoutNamingAFileOfThisMachine() throws Exception {
    HttpResponse<String> answer = post("/api/plugins/bowire%3Aclock/replay", "{}\n");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("the recording:1").doesNotContain("polyplug-replay");
  }

  @Test
  void topicsHaveTheirLastValueAsFarAsItIsText() throws Exception {
    var bus = stage.host.bus();
    bus.publish("test", "routes.text", "hello".getBytes(StandardCharsets.UTF_8));
    bus.publish("test", "routes.binary", new byte[] {(byte) 0xff, 0});
    bus.publish("test", "routes.long", "x".repeat(20_000).getBytes(StandardCharsets.UTF_8));
    String topics = get("/api/bus").body();
    assertThat(topics)
        .contains("\"value\":\"hello\"", "\"publisher\":\"test\"", "\"cut\":" + (20_000 - 16_384))
        .containsPattern("\"topic\":\"routes.binary\"[^}]*\"bytes\":2,\"cut\":0}");
  }

  @Test
  void aScreenIsOpenWhileItsBrowserListens() throws Exception {
    assertThat(get("/api/screens").body()).contains("\"screen\":\"graph\"");
    String path = "/api/screens/ainb%3Agraph/graph";
    String id;
    try (SentEvents events = stage.follow(stage.request(path + "?cols=40&rows=10"))) {
      id = events.await("open").replaceAll("\\D", "");
      assertThat(events.await("frame")).startsWith("{\"cols\":40,\"rows\":10,\"lines\":[");
      assertThat(post(path + "/keys", "{\"id\":\"" + id + "\",\"key\":\"+\"}").statusCode())
          .isEqualTo(200);
      assertThat(
              post(path + "/size", "{\"id\":\"" + id + "\",\"cols\":20,\"rows\":8}").statusCode())
          .isEqualTo(200);
      String frame = events.await("frame");
      while (!frame.startsWith("{\"cols\":20,\"rows\":8,")) {
        frame = events.await("frame");
      }
    }
    assertThat(post(path + "/keys", "{\"id\":\"" + id + "\",\"key\":\"MediaPlay\"}").body())
        .contains("unknown_key");
    assertThat(post(path + "/keys", "{\"id\":\"nobody\",\"key\":\"a\"}").statusCode())
        .isEqualTo(404);
  }
}
