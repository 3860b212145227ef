package io.polyplug.workbench.api;

import static io.polyplug.workbench.api.WorkbenchStage.CLOCK;
import static io.polyplug.workbench.api.WorkbenchStage.SHELL;
import static io.polyplug.workbench.api.WorkbenchStage.at;
import static io.polyplug.workbench.api.WorkbenchStage.code;
import static io.polyplug.workbench.api.WorkbenchStage.plugin;
import static io.polyplug.workbench.api.WorkbenchStage.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.ToolCall;
import io.polyplug.wire.Json;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the API tells of plugins and does to them. */
class PluginApiTest {
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
  void onePluginIsToldWhole() throws Exception {
    String told = stage.get(plugin(SHELL)).body();
    assertThat(text(told, "key")).isEqualTo(SHELL);
    assertThat(at(told, "commandLine").toString()).contains("clock.sh");
    assertThat(text(told, "origin")).endsWith("polyplug.toml");
    assertThat(at(told, "diagnose")).hasToString("[]");
    assertThat(at(told, "installed")).hasToString("false");
  }

  @Test
  void aPluginThatIsNotThereIsNotFoundWhateverIsAsked() throws Exception {
    for (String what : List.of("start", "stop", "reload", "enable", "disable", "check")) {
      HttpResponse<String> answer = stage.post(plugin("rune:nobody") + "/" + what, "");
      assertThat(answer.statusCode()).as(what).isEqualTo(404);
      assertThat(code(answer)).isEqualTo("unknown_plugin");
    }
    assertThat(stage.get(plugin("rune:nobody")).statusCode()).isEqualTo(404);
    assertThat(stage.delete(plugin("rune:nobody")).statusCode()).isEqualTo(404);
    assertThat(stage.get("/api/nothing").statusCode()).isEqualTo(404);
    assertThat(stage.get(plugin(CLOCK) + "/start").statusCode()).isEqualTo(405);
  }

  @Test
  void aSidecarIsStartedAndReloadedWithAnotherProcess() throws Exception {
    String before = at(stage.post(plugin(CLOCK) + "/start", "").body(), "pid").toString();
    HttpResponse<String> reloaded = stage.post(plugin(CLOCK) + "/reload", "");
    assertThat(text(reloaded.body(), "state")).isEqualTo("running");
    assertThat(at(reloaded.body(), "pid").toString()).isNotEqualTo(before);
    assertThat(at(reloaded.body(), "restarts")).hasToString("1");
    assertThat(text(reloaded.body(), "instance")).isEqualTo("fresh");
    assertThat(text(stage.post(plugin(SHELL) + "/reload", "").body(), "instance"))
        .isEqualTo("none");
  }

  @Test
  void whatGoesOnWhenItIsReloadedIsSaidAndIsRestartedByAnotherName(@TempDir Path other)
      throws Exception {
    try (WorkbenchStage screens = WorkbenchStage.of(other, "graph")) {
      String graph = plugin("ainb:graph");
      String before = at(screens.post(graph + "/start", "").body(), "pid").toString();
      String reloaded = screens.post(graph + "/reload", "").body();
      assertThat(at(reloaded, "goesOnWhenReloaded")).hasToString("true");
      assertThat(text(reloaded, "instance")).isEqualTo("kept");
      assertThat(at(reloaded, "pid")).hasToString(before);
      String restarted = screens.post(graph + "/restart", "").body();
      assertThat(text(restarted, "state")).isEqualTo("running");
      assertThat(at(restarted, "pid").toString()).isNotEqualTo(before);
    }
    assertThat(code(stage.post(plugin(SHELL) + "/restart", ""))).isEqualTo("no_instance");
  }

  @Test
  void whatItSaidWhenItWasGreetedIsToldWhileItRuns(@TempDir Path other) throws Exception {
    String clock = stage.post(plugin(CLOCK) + "/start", "").body();
    assertThat(text(clock, "handshake", "protocol")).isEqualTo("bowire 1");
    assertThat(text(clock, "handshake", "at")).isEqualTo(text(clock, "since"));
    assertThat(text(clock, "handshake", "answer", "id")).isEqualTo("clock");
    assertThat(at(clock, "handshake", "answer", "capabilities").toString()).startsWith("{");
    assertThat(at(clock, "handshake", "cut")).hasToString("false");
    assertThat(stage.get(plugin(SHELL)).body()).doesNotContain("\"handshake\"");
    try (WorkbenchStage screens = WorkbenchStage.of(other, "graph")) {
      String graph = plugin("ainb:graph");
      assertThat(screens.get(graph).body()).doesNotContain("\"handshake\"");
      String started = screens.post(graph + "/start", "").body();
      assertThat(text(started, "handshake", "protocol")).isEqualTo("ainb ABI 2");
      assertThat(screens.post(graph + "/stop", "").body()).doesNotContain("\"handshake\"");
    }
  }

  @Test
  void whatCannotBeDoneSaysWhy() throws Exception {
    HttpResponse<String> kept = stage.post(plugin(CLOCK) + "/stop", "");
    assertThat(kept.statusCode()).isEqualTo(409);
    assertThat(code(kept)).isEqualTo("kept_running");
    HttpResponse<String> none = stage.post(plugin(SHELL) + "/start", "");
    assertThat(none.statusCode()).isEqualTo(409);
    assertThat(code(none)).isEqualTo("no_instance");
    HttpResponse<String> bound = stage.delete(plugin(SHELL));
    assertThat(bound.statusCode()).isEqualTo(409);
    assertThat(code(bound)).isEqualTo("not_installed");
  }

  @Test
  void checkStartsItAndTellsItsHealth() throws Exception {
    HttpResponse<String> checked = stage.post(plugin(CLOCK) + "/check", "");
    assertThat(text(checked.body(), "health")).isEqualTo("healthy");
  }

  @Test
  void disablingIsKeptUntilItIsEnabled() throws Exception {
    HttpResponse<String> off = stage.post(plugin(CLOCK) + "/disable", "");
    assertThat(at(off.body(), "enabled")).hasToString("false");
    assertThat(at(off.body(), "state").toString()).contains("idle");
    assertThat(stage.switches.names()).containsExactly(CLOCK);
    stage.host.refresh();
    assertThat(at(stage.get(plugin(CLOCK)).body(), "enabled")).hasToString("false");
    HttpResponse<String> on = stage.post(plugin(CLOCK) + "/enable", "");
    assertThat(at(on.body(), "enabled")).hasToString("true");
    assertThat(stage.switches.names()).isEmpty();
  }

  @Test
  void logsAreSearchedAndBounded() throws Exception {
    stage.post(plugin(CLOCK) + "/start", "");
    stage.host.plugin(CLOCK).tool("Clock/now").call(ToolCall.of(Json.EMPTY_OBJECT));
    String found = "";
    while (!found.contains("starting -> running")) {
      found = stage.get("/api/logs?plugin=" + CLOCK + "&search=RUNNING").body();
    }
    assertThat(found).doesNotContain("idle -> starting");
    assertThat(stage.get("/api/logs?limit=1").body()).containsOnlyOnce("\"time\"");
    assertThat(stage.get("/api/logs?search=nobody-says-this").body()).isEqualTo("{\"lines\":[]}");
    assertThat(stage.get("/api/logs?limit=0").statusCode()).isEqualTo(400);
    assertThat(stage.get("/api/logs?limit=many").statusCode()).isEqualTo(400);
    assertThat(stage.get("/api/logs?plugin=nobody").statusCode()).isEqualTo(404);
  }
}
