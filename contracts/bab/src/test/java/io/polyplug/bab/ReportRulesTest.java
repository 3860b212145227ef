package io.polyplug.bab;

import static io.polyplug.bab.DelegateStage.member;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code test-plugin} and {@code list} of section 18. */
@Timeout(60)
class ReportRulesTest {
  @TempDir Path folder;
  private DelegateStage stage;
  private FakeAdapter adapter = FakeAdapter.simple();

  @BeforeEach
  void open() throws IOException {
    stage = new DelegateStage(folder).plugin("acme").program("acme", "exit 0");
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private PluginReport report() {
    return PluginReport.of(
        stage.folder("acme"),
        new BabHost(
            stage.environment, Path.of("").toAbsolutePath(), (file, plugin, context) -> adapter));
  }

  @Test
  void aGoodPluginIsValid() throws Exception {
    stage.file("acme", "adapter.ts", "");
    assertThat(report().toJson())
        .isEqualTo(
            Json.parse(
                "{\"adapter_present\":true,\"command\":\"acme\",\"delegate_api_version\":1,"
                    + "\"directory\":\""
                    + stage.folder("acme")
                    + "\",\"issues\":[],\"plugin_id\":\"acme\",\"roles\":[\"default\"],"
                    + "\"valid\":true,\"version\":\"1.0.0\"}"));
    assertThat(adapter.closes()).isPositive();
  }

  @Test
  void withoutManifestThatIsTheIssue() throws Exception {
    Files.delete(stage.folder("acme").resolve("manifest.yaml"));
    Json report = report().toJson();
    assertThat(member(report, "issues"))
        .isEqualTo("[\"Missing manifest.yaml in " + stage.folder("acme") + "\"]");
    assertThat(member(report, "valid")).isEqualTo("false");
    assertThat(member(report, "plugin_id")).isEmpty();
    assertThat(member(report, "delegate_api_version")).isEqualTo("0");
  }

  @Test
  void everyProblemOfTheManifestIsAnIssue() throws Exception {
    stage.plugin("acme", "roles: []\ntool_prompts: 7\n");
    assertThat(report().issues()).hasSize(2);
  }

  @Test
  void withoutAdapterOrWithOneOfNeitherModeThatIsTheIssue() throws Exception {
    String issue = "adapter.ts is missing or does not export a valid adapter";
    assertThat(report().issues()).isEqualTo(List.of(issue));
    assertThat(report().adapterPresent()).isFalse();
    adapter = FakeAdapter.none();
    stage.file("acme", "adapter.ts", "");
    assertThat(report().issues()).isEqualTo(List.of(issue));
    assertThat(report().adapterPresent()).isTrue();
    assertThat(report().manifest()).isPresent();
  }

  @Test
  void aDelegateInTheManifestNeedsNoAdapter() throws Exception {
    stage.plugin("acme", "roles: [default]\ndelegate: { args: [] }\n");
    assertThat(report().valid()).isTrue();
  }

  @Test
  void theLoadIsWholeIncludingValidate() throws Exception {
    stage.file("acme", "adapter.ts", "");
    adapter =
        FakeAdapter.simple()
            .with(
                "validate",
                arguments -> {
                  throw FakeAdapter.threw("not logged in");
                });
    assertThat(report().issues()).singleElement().asString().contains("not logged in");
    assertThat(member(report().toJson(), "command")).isEmpty();
  }

  @Test
  void withoutRuntimeThatIsTheIssue() throws Exception {
    stage.file("acme", "adapter.ts", "");
    stage.environment.put("PATH", stage.bin.toString());
    assertThat(PluginReport.of(stage.folder("acme"), stage.environment).issues())
        .singleElement()
        .asString()
        .contains("No JavaScript runtime (bun or node) was found");
  }

  @Test
  void theListHasAllPluginsWithStatusAndNote() throws Exception {
    stage.adapter(
        "acme",
        FakeAdapter.simple().with("discover", arguments -> Json.parse("{\"name\":\"Told\"}")));
    stage.file("acme", ".install.json", "{\"source_original\":\"org/repo\"}");
    stage.plugin("absent").adapter("absent", FakeAdapter.simple());
    stage.plugin("broken", "roles: []\n");
    List<DelegateList.Row> rows = DelegateList.of(stage.host()).rows();
    assertThat(rows).extracting(DelegateList.Row::id).containsExactly("absent", "acme", "broken");
    assertThat(rows)
        .extracting(DelegateList.Row::status)
        .containsExactly("disabled", "active", "disabled");
    assertThat(rows.get(1).cells())
        .containsExactly(
            "acme", "The acme", "1.0.0", "acme", "installed", "org/repo", "active", "");
    assertThat(rows.getFirst().note()).contains("No program called \"absent\"");
    assertThat(rows.get(2).note()).contains("roles");
    assertThat(rows.getFirst().cells()).hasSameSizeAs(DelegateList.COLUMNS);
  }

  @Test
  void theListAsJsonCarriesWhatAnAdapterTells() throws Exception {
    FakeAdapter told = FakeAdapter.simple().with("discover", arguments -> Json.parse("{\"a\":1}"));
    stage.adapter("acme", told);
    Json row = JsonParts.elements(DelegateList.of(stage.host()).toJson()).getFirst();
    assertThat(member(row, "discover")).isEqualTo("{\"a\":1}");
    assertThat(member(row, "status")).isEqualTo("active");
    told.with(
        "discover",
        arguments -> {
          throw FakeAdapter.threw("no");
        });
    assertThat(
            member(
                JsonParts.elements(DelegateList.of(stage.host()).toJson()).getFirst(), "discover"))
        .isEqualTo("absent");
  }
}
