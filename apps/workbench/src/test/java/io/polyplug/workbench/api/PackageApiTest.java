package io.polyplug.workbench.api;

import static io.polyplug.workbench.api.WorkbenchStage.GREETING;
import static io.polyplug.workbench.api.WorkbenchStage.at;
import static io.polyplug.workbench.api.WorkbenchStage.code;
import static io.polyplug.workbench.api.WorkbenchStage.greeting;
import static io.polyplug.workbench.api.WorkbenchStage.plugin;
import static io.polyplug.workbench.api.WorkbenchStage.text;
import static io.polyplug.workbench.api.WorkbenchStage.zip;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.HostEvent;
import io.polyplug.host.ToolCall;
import io.polyplug.wire.Json;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Installing from a browser: nothing is there before somebody has seen what is asked for. */
class PackageApiTest {
  @TempDir Path folder;
  private WorkbenchStage stage;

  @BeforeEach
  void open() throws Exception {
    stage = new WorkbenchStage(folder);
  }

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void anUploadThatIsAcceptedIsInstalledAndCanBeCalledAndUninstalled() throws Exception {
    try (SentEvents events = stage.upload(greeting())) {
      String asks = events.await("asks");
      assertThat(text(asks, "plugin")).isEqualTo("example.greeting");
      assertThat(at(asks, "files")).hasToString("2");
      assertThat(stage.store.ids()).as("not before the answer").isEmpty();
      String id = text(asks, "id");
      assertThat(stage.post("/api/packages/" + id, "{}").statusCode()).isEqualTo(400);
      assertThat(stage.post("/api/packages/" + id, "{\"accept\":true}").statusCode())
          .isEqualTo(200);
      assertThat(text(events.await("installed"), "plugin")).isEqualTo("example.greeting");
      assertThat(events.next()).isEmpty();
    }
    stage.await(it -> it instanceof HostEvent.PluginAdded added && added.plugin().equals(GREETING));
    Json said =
        stage.host.plugin(GREETING).tool("greet").call(ToolCall.of(Json.EMPTY_OBJECT)).output();
    assertThat(said.toString()).contains("hello from a package");
    assertThat(at(stage.get(plugin(GREETING)).body(), "installed")).hasToString("true");
    assertThat(stage.delete(plugin(GREETING)).statusCode()).isEqualTo(200);
    assertThat(stage.get(plugin(GREETING)).statusCode()).isEqualTo(404);
    assertThat(stage.store.ids()).isEmpty();
  }

  @Test
  void theVariablesOfTheHostThatItGetsAreToldByName() throws Exception {
    try (SentEvents events = stage.upload(greeting())) {
      assertThat(at(events.await("asks"), "environment")).hasToString("[]");
    }
    try (SentEvents events = stage.upload(WorkbenchStage.sidecar(""))) {
      assertThat(at(events.await("asks"), "environment").toString()).contains("\"PATH\"");
    }
    // Every variable of this process whose name begins with H, such as HOME.
    try (SentEvents events = stage.upload(WorkbenchStage.sidecar("H"))) {
      String asks = events.await("asks");
      for (String name : System.getenv().keySet()) {
        if (name.startsWith("H")) {
          assertThat(at(asks, "environment").toString()).contains("\"" + name + "\"");
        }
      }
      assertThat(asks).doesNotContain(System.getenv("PATH"));
    }
  }

  private void install() throws Exception {
    try (SentEvents events = stage.upload(greeting())) {
      stage.post("/api/packages/" + text(events.await("asks"), "id"), "{\"accept\":true}");
      events.await("installed");
    }
  }

  private String said() {
    return stage
        .host
        .plugin(GREETING)
        .tool("greet")
        .call(ToolCall.of(Json.EMPTY_OBJECT))
        .output()
        .toString();
  }

  @Test
  void anotherVersionTakesThePlaceOfWhatIsThereAfterAYes() throws Exception {
    install();
    byte[] newer = WorkbenchStage.greeting("2.0.0", "hello again");
    try (SentEvents events = stage.upload(plugin(GREETING) + "/update", newer)) {
      String asks = events.await("asks");
      assertThat(text(asks, "previousVersion")).isEqualTo("1.0.0");
      assertThat(text(asks, "version")).isEqualTo("2.0.0");
      assertThat(at(asks, "asksForMore")).hasToString("[]");
      assertThat(at(asks, "same")).hasToString("false");
      assertThat(at(asks, "command").toString()).contains("greeting.sh");
      assertThat(said()).as("not before the answer").contains("hello from a package");
      stage.post("/api/packages/" + text(asks, "id"), "{\"accept\":true}");
      assertThat(text(events.await("updated"), "version")).isEqualTo("2.0.0");
    }
    assertThat(said()).contains("hello again");
    try (SentEvents events = stage.upload(plugin(GREETING) + "/update", newer)) {
      String asks = events.await("asks");
      assertThat(at(asks, "same")).hasToString("true");
      stage.post("/api/packages/" + text(asks, "id"), "{\"accept\":false}");
      assertThat(events.await("refused")).contains("stays as it is");
    }
  }

  @Test
  void whatCannotBeUpdatedSaysWhy() throws Exception {
    install();
    try (SentEvents events = stage.follow(plugin(GREETING) + "/update", "{}")) {
      assertThat(events.await("refused")).contains("It was uploaded");
    }
    HttpResponse<String> path = stage.post(plugin(GREETING) + "/update", "{\"source\":\"/etc\"}");
    assertThat(code(path)).isEqualTo("invalid_source");
    HttpResponse<String> bound = stage.post(plugin(WorkbenchStage.SHELL) + "/update", "{}");
    assertThat(code(bound)).isEqualTo("not_installed");
    assertThat(said()).contains("hello from a package");
  }

  @Test
  void anUploadThatIsRefusedLeavesNothing() throws Exception {
    try (SentEvents events = stage.upload(greeting())) {
      String id = text(events.await("asks"), "id");
      stage.post("/api/packages/" + id, "{\"accept\":false}");
      assertThat(events.await("refused")).contains("not approved");
      assertThat(stage.post("/api/packages/" + id, "{\"accept\":true}").statusCode())
          .as("too late")
          .isIn(404, 409);
    }
    assertThat(stage.store.ids()).isEmpty();
    assertThat(stage.store.unfinished()).isEmpty();
  }

  @Test
  void whoGoesAwayHasSaidNo() throws Exception {
    String id;
    try (SentEvents events = stage.upload(greeting())) {
      id = text(events.await("asks"), "id");
    }
    // The installation is over when nobody can answer it any more.
    HttpResponse<String> answer = stage.post("/api/packages/" + id, "{}");
    while (answer.statusCode() == 400) {
      answer = stage.post("/api/packages/" + id, "{}");
    }
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(stage.store.ids()).isEmpty();
    assertThat(folder.resolve("plugins/.staging")).doesNotExist();
  }

  @Test
  void aZipBombIsRefused() throws Exception {
    byte[] bomb = zip(Map.of("zeros", new byte[120 << 20]));
    try (SentEvents events = stage.upload(bomb)) {
      assertThat(events.await("refused")).contains("times its size");
    }
    assertThat(stage.store.ids()).isEmpty();
  }

  @Test
  void whatIsNoPackageIsRefused() throws Exception {
    try (SentEvents events = stage.upload(new byte[100])) {
      assertThat(events.await("refused")).contains("cannot be installed");
    }
  }

  @Test
  void onlySourcesElsewhereAreTaken() throws Exception {
    for (String source : List.of("/etc", "file:///etc", "../x", "python3 -c 1", "")) {
      HttpResponse<String> answer = stage.post("/api/packages", "{\"source\":\"" + source + "\"}");
      assertThat(answer.statusCode()).as(source).isEqualTo(400);
      assertThat(code(answer)).isEqualTo("invalid_source");
    }
    assertThat(stage.post("/api/packages", "[]").statusCode()).isEqualTo(400);
    assertThat(stage.post("/api/packages", "{").statusCode()).isEqualTo(400);
    assertThat(stage.post("/api/packages/unknown", "{\"accept\":true}").statusCode())
        .isEqualTo(404);
  }
}
