package io.polyplug.workbench.api;

import static io.polyplug.workbench.api.WorkbenchStage.SHELL;
import static io.polyplug.workbench.api.WorkbenchStage.at;
import static io.polyplug.workbench.api.WorkbenchStage.code;
import static io.polyplug.workbench.api.WorkbenchStage.plugin;
import static io.polyplug.workbench.api.WorkbenchStage.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.ToolCall;
import io.polyplug.wire.Json;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What plugins let be set is told, changed, kept, and given to them. */
class SettingApiTest {
  /** Has a setting of each type, and answers every call with what it was given at its start. */
  private static final String SIDECAR =
      """
      import json, sys
      given = {}
      SETTINGS = [
          {"key": "zone", "label": "Zone", "description": "Of the clock.", "type": "string"},
          {"key": "loud", "label": "Loud", "type": "bool", "defaultValue": False},
          {"key": "size", "label": "Size", "type": "number", "defaultValue": 3},
          {"key": "mode", "label": "Mode", "type": "select", "options": ["a", {"value": "b", "label": "B"}]},
          {"key": "fixed", "label": "Fixed", "type": "string"}]
      for line in sys.stdin:
          request = json.loads(line)
          method = request["method"]
          if method == "initialize":
              given = request["params"].get("settings", {})
              result = {"id": "set", "name": "Set", "settings": SETTINGS, "protocolVersion": 1}
          elif method == "discover":
              result = []
          else:
              result = {"response": json.dumps(given), "status": "OK"}
          print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
          if method == "shutdown":
              break
      """;

  private static final String KEY = "bowire:set";

  @TempDir Path folder;
  private WorkbenchStage stage;

  @BeforeEach
  void open() throws Exception {
    Path script = Files.writeString(folder.resolve("set.py"), SIDECAR);
    stage =
        new WorkbenchStage(
            folder,
            """

            [[plugin]]
            contract = "bowire"
            id = "set"
            command = "python3"
            args = ["%s"]
            initialize_timeout = "60s"
            settings = { fixed = "here" }
            """
                .formatted(script));
    stage.post(plugin(KEY) + "/start", "");
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private HttpResponse<String> put(String values) throws Exception {
    return stage.put(plugin(KEY) + "/settings", "{\"values\":" + values + "}");
  }

  private String given() {
    return stage
        .host
        .plugin(KEY)
        .tool("Any/thing")
        .call(ToolCall.of(Json.EMPTY_OBJECT))
        .output()
        .toString();
  }

  @Test
  void whatCanBeSetIsToldWithTypesDefaultsAndWhatTheConfigurationSets() throws Exception {
    String told = stage.get(plugin(KEY) + "/settings").body();
    assertThat(at(told, "settable")).hasToString("true");
    assertThat(at(told, "settings").toString())
        .contains(
            "{\"key\":\"zone\",\"label\":\"Zone\",\"description\":\"Of the clock.\",\"type\":\"string\",\"required\":false,\"from\":\"default\"}")
        .contains("\"default\":3,\"from\":\"default\"")
        .contains(
            "\"choices\":[{\"value\":\"a\",\"label\":\"a\"},{\"value\":\"b\",\"label\":\"B\"}]")
        .contains("\"value\":\"here\",\"from\":\"configuration\"");
  }

  @Test
  void whatIsSetIsKeptAndGivenToThePluginAtOnce() throws Exception {
    HttpResponse<String> answer =
        put("{\"zone\":\"UTC\",\"loud\":true,\"size\":1.5,\"mode\":\"b\"}");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(at(answer.body(), "settings").toString())
        .contains("\"value\":\"UTC\",\"from\":\"kept\"");
    assertThat(given())
        .contains("\"zone\": \"UTC\"", "\"loud\": true", "\"size\": 1.5", "\"fixed\": \"here\"");
    assertThat(stage.settings.of(stage.host.plugin(KEY).info()))
        .containsOnlyKeys("zone", "loud", "size", "mode");
    assertThat(put("{}").statusCode()).isEqualTo(200);
    assertThat(given()).doesNotContain("zone").contains("\"fixed\"");
  }

  @Test
  void aWrongValueIsRefusedByNameAndChangesNothing() throws Exception {
    assertThat(put("{\"loud\":\"yes\"}").body()).contains("loud: expected true or false");
    assertThat(put("{\"mode\":\"c\"}").body()).contains("mode: expected one of a, b");
    assertThat(put("{\"other\":1}").body()).contains("has no setting");
    assertThat(code(put("{\"fixed\":\"there\"}"))).isEqualTo("set_by_file");
    assertThat(put("[]").statusCode()).isEqualTo(400);
    assertThat(stage.settings.of(stage.host.plugin(KEY).info())).isEmpty();
  }

  @Test
  void settingsThatCannotBeReadAreToldAndNeitherIgnoredNorReplaced() throws Exception {
    Path file = folder.resolve("state/settings");
    Files.createDirectories(folder.resolve("state"));
    String broken = "{\"plugin\":\"bowire:set\",\"values\":";
    Files.writeString(file, broken);
    HttpResponse<String> told = stage.get(plugin(KEY) + "/settings");
    assertThat(told.statusCode()).isEqualTo(500);
    assertThat(code(told)).isEqualTo("settings_unreadable");
    assertThat(told.body()).contains("line 1 of " + file);
    assertThat(code(put("{}"))).isEqualTo("settings_unreadable");
    assertThat(file).hasContent(broken);
    String after = stage.post(plugin(KEY) + "/reload", "").body();
    assertThat(text(after, "lastFailure", "code")).isEqualTo("invalid_configuration");
    assertThat(text(after, "lastFailure", "message")).contains("line 1 of " + file);
  }

  @Test
  void aPluginWhoseContractHasNoSettingsSaysSo() throws Exception {
    assertThat(at(stage.get(plugin(SHELL) + "/settings").body(), "settable")).hasToString("false");
    assertThat(code(stage.put(plugin(SHELL) + "/settings", "{\"values\":{}}")))
        .isEqualTo("no_settings");
  }
}
