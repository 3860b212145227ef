package io.polyplug.workbench.api;

import static io.polyplug.workbench.api.WorkbenchStage.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CallRoutesTest {
  private WorkbenchStage stage;

  @BeforeAll
  void open(@TempDir Path folder) throws Exception {
    stage = WorkbenchStage.of(folder, "clock", "wordcount", "slug", "talker");
  }

  @AfterAll
  void close() {
    if (stage != null) {
      stage.close();
    }
  }

  @Test
  void theToolsOfAPluginHaveNamesKindsAndSchemas() throws Exception {
    List<Json> tools =
        JsonParts.elements(at(stage.get("/api/plugins/bowire%3Aclock/tools?fresh=1"), "tools"));
    assertEquals(
        List.of("\"call\"", "\"stream\""),
        tools.stream().map(it -> at(it, "kind").toString()).toList());
    assertEquals("\"Clock/ticks\"", at(tools.getLast(), "name").toString());
    assertEquals("\"Counts, ten a second.\"", at(tools.getLast(), "description").toString());
    assertEquals(
        "\"integer\"",
        at(tools.getLast(), "inputSchema", "properties", "count", "type").toString());
  }

  @Test
  void aPictureIsServedHarmlessAndMarkedInTheList() throws Exception {
    stage.get("/api/plugins/bowire%3Atalker/tools");
    HttpResponse<String> icon = stage.get("/api/plugins/bowire%3Atalker/icon");
    assertEquals(200, icon.statusCode(), icon.body());
    assertEquals("image/svg+xml", icon.headers().firstValue("Content-Type").orElse(""));
    assertEquals(
        "default-src 'none'; sandbox",
        icon.headers().firstValue("Content-Security-Policy").orElse(""));
    assertEquals(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\"><path"
            + " d=\"M3 4h18v12H9l-6 5z\" fill=\"#3b6fd4\"></path></svg>",
        icon.body());
    assertEquals(18, at(stage.get("/api/plugins/bowire%3Atalker"), "icon").toString().length());
    assertEquals(404, stage.get("/api/plugins/bowire%3Aclock/icon").statusCode());
  }

  @Test
  void aCallGivesItsOutputItsTimeAndItsSize() throws Exception {
    HttpResponse<String> answer =
        stage.post(
            "/api/calls",
            """
            {"plugin":"rune:example.wordcount","tool":"text.count","input":{"text":"a b"}}""");
    assertEquals(200, answer.statusCode(), answer.body());
    assertEquals("true", at(answer, "ok").toString());
    assertEquals("2", at(answer, "output", "words").toString());
    assertEquals(String.valueOf(at(answer, "output").length()), at(answer, "bytes").toString());
    assertEquals(Json.Kind.NUMBER, at(answer, "durationMs").kind());
  }

  @Test
  void theInputReachesThePluginByteForByte() throws Exception {
    String input = "{\"n\":12345678901234567890.10}";
    HttpResponse<String> answer =
        stage.post(
            "/api/calls", "{\"plugin\":\"talker\",\"tool\":\"Talk/echo\",\"input\":" + input + "}");
    assertEquals(input, at(answer, "output").toString());
  }

  @Test
  void aStatusThatIsNoSuccessIsAnErrorOfThePlugin() throws Exception {
    HttpResponse<String> answer =
        stage.post("/api/calls", "{\"plugin\":\"talker\",\"tool\":\"Talk/refuse\"}");
    assertEquals("false", at(answer, "ok").toString());
    assertEquals("\"Unavailable\"", at(answer, "error", "code").toString());
    assertEquals("true", at(answer, "error", "plugin").toString());
    assertEquals("\"closed\"", at(answer, "output", "why").toString());
  }

  @Test
  void aFailureOfTheHostHasItsCodeAndSentence() throws Exception {
    HttpResponse<String> answer =
        stage.post("/api/calls", "{\"plugin\":\"example.slug\",\"tool\":\"text.none\"}");
    assertEquals(200, answer.statusCode(), answer.body());
    assertEquals("\"tool_not_exposed\"", at(answer, "error", "code").toString());
    assertTrue(at(answer, "error", "message").toString().contains("text.none"), answer.body());
  }

  @Test
  void aCallIsGivenUpByItsId() throws Exception {
    CompletableFuture<HttpResponse<String>> call =
        stage.begin("/api/calls", "{\"id\":\"one\",\"plugin\":\"talker\",\"tool\":\"Talk/wait\"}");
    stage.awaitLog("waiting");
    assertEquals(200, stage.delete("/api/calls/one").statusCode());
    HttpResponse<String> answer = call.get(60, TimeUnit.SECONDS);
    assertEquals("\"cancelled\"", at(answer, "error", "code").toString());
    assertEquals(404, stage.delete("/api/calls/one").statusCode());
  }

  @Test
  void anIdIsOfOneCallAtATime() throws Exception {
    String body = "{\"id\":\"one\",\"plugin\":\"talker\",\"tool\":\"Talk/wait\"}";
    CompletableFuture<HttpResponse<String>> call = stage.begin("/api/calls", body);
    stage.awaitLog("waiting");
    assertEquals(409, stage.post("/api/calls", body).statusCode());
    assertEquals(200, stage.delete("/api/calls/one").statusCode());
    assertEquals(200, call.get(60, TimeUnit.SECONDS).statusCode());
  }

  @Test
  void aCallThatTakesTooLongFailsAsLate() throws Exception {
    HttpResponse<String> answer =
        stage.post("/api/calls", "{\"plugin\":\"talker\",\"tool\":\"Talk/wait\",\"timeoutMs\":50}");
    assertEquals("\"timeout\"", at(answer, "error", "code").toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{}",
        "{\"plugin\":\"talker\"}",
        "{\"plugin\":\"talker\",\"tool\":1}",
        "{\"plugin\":\"talker\",\"tool\":\"t\",\"timeoutMs\":0}",
        "{\"plugin\":\"talker\",\"tool\":\"t\",\"timeoutMs\":1.5}",
        "{\"plugin\":\"talker\",\"tool\":\"t\",\"metadata\":{\"a\":1}}",
        "{\"plugin\":\"talker\",\"tool\":\"t\",\"context\":[]}",
        "{\"plugin\":\"talker\",\"tool\":\"t\",\"id\":\"\"}",
        "{\"plugin\":",
      })
  void aBodyThatIsNoCallIsRefusedWithASentence(String body) throws Exception {
    HttpResponse<String> answer = stage.post("/api/calls", body);
    assertEquals(400, answer.statusCode(), answer.body());
    assertEquals(Json.Kind.STRING, at(answer, "error", "message").kind());
  }

  @Test
  void aPluginThatIsNotThereIsNotFound() throws Exception {
    String body = "{\"plugin\":\"nobody\",\"tool\":\"t\"}";
    for (String path : List.of("/api/calls", "/api/streams", "/api/channels")) {
      assertEquals(404, stage.post(path, body).statusCode(), path);
    }
    assertEquals(404, stage.get("/api/plugins/nobody/tools").statusCode());
  }
}
