package io.polyplug.workbench.api;

import static io.polyplug.workbench.api.WorkbenchStage.CLOCK;
import static io.polyplug.workbench.api.WorkbenchStage.GREETING;
import static io.polyplug.workbench.api.WorkbenchStage.SHELL;
import static io.polyplug.workbench.api.WorkbenchStage.at;
import static io.polyplug.workbench.api.WorkbenchStage.code;
import static io.polyplug.workbench.api.WorkbenchStage.plugin;
import static io.polyplug.workbench.api.WorkbenchStage.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.Json;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files that describe plugins are told and judged by their contracts, and never written. */
class ManifestApiTest {
  private static final Path CLOCK_FILE = StagePlugins.EXAMPLES.resolve("bowire/clock/sidecar.json");
  private static final String LINKED = "bowire:linked";

  @TempDir Path folder;
  private WorkbenchStage stage;

  @BeforeEach
  void open() throws Exception {
    Path bundle = Files.createDirectories(folder.resolve("plugins/example.greeting"));
    for (String name : new String[] {"greeting.sh", "rterm-plugin.json"}) {
      Files.copy(
          StagePlugins.EXAMPLES.resolve("packages/greeting").resolve(name), bundle.resolve(name));
    }
    Path secret =
        Files.writeString(
            folder.resolve("elsewhere.json"),
            "{\"packageId\":\"linked\",\"protocol\":{\"id\":\"linked\",\"name\":\"Linked\"},"
                + "\"executable\":\"true\"}");
    Path linked = Files.createDirectories(folder.resolve("linked"));
    Files.createSymbolicLink(linked.resolve("sidecar.json"), secret);
    stage =
        new WorkbenchStage(
            folder,
            """

            [[plugin]]
            contract = "bowire"
            folder = "linked"

            """
                + StagePlugins.toml("graph", folder));
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private String problems(String key, String text) throws Exception {
    HttpResponse<String> answer =
        stage.post(
            plugin(key) + "/manifest/check",
            Json.object(out -> out.writeStringProperty("text", text)).toString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return at(answer.body(), "problems").toString();
  }

  private String manifest(String key) throws Exception {
    HttpResponse<String> answer = stage.get(plugin(key) + "/manifest");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  @Test
  void theFileThatTheContractHasReadIsTold() throws Exception {
    String told = manifest(CLOCK);
    assertThat(text(told, "file")).isEqualTo(CLOCK_FILE.toString());
    assertThat(text(told, "format")).isEqualTo("json");
    assertThat(text(told, "text")).isEqualTo(Files.readString(CLOCK_FILE));
    assertThat(text(stage.get(plugin(CLOCK)).body(), "manifest")).isEqualTo(CLOCK_FILE.toString());
    assertThat(text(manifest("ainb:graph"), "format")).isEqualTo("toml");
    assertThat(text(manifest(GREETING), "file")).endsWith("rterm-plugin.json");
  }

  @Test
  void whatIsInTheFilesHasNoProblems() throws Exception {
    for (String key : new String[] {CLOCK, "ainb:graph", GREETING}) {
      assertThat(problems(key, text(manifest(key), "text"))).as(key).isEqualTo("[]");
    }
  }

  @Test
  void aSidecarsManifestIsJudgedByItsContract() throws Exception {
    assertThat(problems(CLOCK, "{\n  \"packageId\": \"clock\",\n  \"protocol\": 3\n}"))
        .isEqualTo(
            "[{\"severity\":\"error\",\"line\":3,\"column\":3,\"key\":\"protocol\","
                + "\"message\":\"\\\"protocol\\\" must be an object\"}]");
    assertThat(problems(CLOCK, "{\n  \"packageId\": clock\n}"))
        .contains("\"line\":2", "it is not JSON");
    assertThat(
            problems(CLOCK, Files.readString(CLOCK_FILE).replaceFirst("\\{", "{\n \"colour\": 1,")))
        .contains("\"severity\":\"warning\",\"line\":2", "\"key\":\"colour\"");
  }

  @Test
  void aBundlesManifestIsJudgedByItsContract() throws Exception {
    String good = text(manifest(GREETING), "text");
    String twice = good.replace("\"plugin_id\"", "\"plugin-id\"");
    assertThat(problems(GREETING, twice)).contains("plugin_id", "is missing or blank");
    assertThat(problems(GREETING, "{\n\"plugin_id\": \"a/b\"\n}"))
        .contains("\"line\":2,\"column\":1,\"key\":\"plugin_id\"", "one path component");
    assertThat(problems(GREETING, "{\n\"plugin_id\": \"ä\",,\n}"))
        .contains("\"line\":2,\"column\":18", "Not valid JSON");
  }

  @Test
  void aPluginsTomlIsJudgedByItsContractWithAllThatIsWrongAtOnce() throws Exception {
    String good = text(manifest("ainb:graph"), "text");
    assertThat(problems("ainb:graph", good.replace("[plugin]", "[plugin"))).contains("\"line\":");
    String wrong =
        "[plugin]\nname = \"graph\"\nversion = \"one\"\nabi_version = 2\n[lifecycle]\nspawn = \"x\"\n";
    assertThat(problems("ainb:graph", wrong))
        .contains(
            "\"line\":3,\"key\":\"plugin.version\"", "\"line\":6,\"key\":\"lifecycle.spawn\"");
  }

  @Test
  void nothingIsWritten() throws Exception {
    String before = Files.readString(CLOCK_FILE);
    assertThat(problems(CLOCK, "{}")).isNotEqualTo("[]");
    assertThat(CLOCK_FILE).hasContent(before);
    assertThat(stage.put(plugin(CLOCK) + "/manifest", "{\"text\":\"{}\"}").statusCode())
        .isEqualTo(405);
  }

  @Test
  void aLinkOutOfThePluginsFolderIsNotFollowed() throws Exception {
    HttpResponse<String> answer = stage.get(plugin(LINKED) + "/manifest");
    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(code(answer)).isEqualTo("manifest_unreadable");
    assertThat(answer.body()).contains("leads out of the plugin's folder").doesNotContain("true");
  }

  @Test
  void whatHasNoManifestSaysSo() throws Exception {
    assertThat(code(stage.get(plugin(SHELL) + "/manifest"))).isEqualTo("no_manifest");
    assertThat(code(stage.post(plugin(SHELL) + "/manifest/check", "{\"text\":\"\"}")))
        .isEqualTo("no_manifest");
    assertThat(stage.get(plugin("rune:nobody") + "/manifest").statusCode()).isEqualTo(404);
  }

  @Test
  void whatIsNoTextOrTooLongIsRefused() throws Exception {
    String address = plugin(CLOCK) + "/manifest/check";
    assertThat(stage.post(address, "[]").statusCode()).isEqualTo(400);
    assertThat(stage.post(address, "{\"text\":1}").statusCode()).isEqualTo(400);
    String long257 = "{\"text\":\"" + " ".repeat(257 << 10) + "\"}";
    assertThat(stage.post(address, long257).statusCode()).isEqualTo(400);
  }
}
