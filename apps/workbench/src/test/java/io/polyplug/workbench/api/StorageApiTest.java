package io.polyplug.workbench.api;

import static io.polyplug.workbench.api.WorkbenchStage.at;
import static io.polyplug.workbench.api.WorkbenchStage.code;
import static io.polyplug.workbench.api.WorkbenchStage.plugin;
import static io.polyplug.workbench.api.WorkbenchStage.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What plugins have stored is removed on request, where their contract gives them a folder. */
class StorageApiTest {
  private static final String GRAPH = "ainb:graph";

  @TempDir Path folder;
  private WorkbenchStage stage;

  @BeforeEach
  void open() throws Exception {
    stage = WorkbenchStage.of(folder, "graph", "clock", "shell");
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private HttpResponse<String> reset(String key) throws Exception {
    return stage.post(plugin(key) + "/reset-storage", "");
  }

  @Test
  void theFolderIsNamedAndItsContentRemovedWithoutWhatLinksLeadTo() throws Exception {
    Path outside = Files.writeString(folder.resolve("outside"), "stays");
    Path data = Files.createDirectories(stage.data("graph"));
    Files.writeString(data.resolve("file"), "12345");
    Files.createSymbolicLink(data.resolve("link"), outside);
    String before = at(stage.post(plugin(GRAPH) + "/start", "").body(), "pid").toString();
    assertThat(text(stage.get(plugin(GRAPH)).body(), "storage")).isEqualTo(data.toString());
    String told = reset(GRAPH).body();
    assertThat(text(told, "folder")).isEqualTo(data.toString());
    assertThat(at(told, "files")).hasToString("2");
    assertThat(at(told, "bytes")).hasToString("5");
    assertThat(data).doesNotExist();
    assertThat(outside).hasContent("stays");
    String after = stage.post(plugin(GRAPH) + "/start", "").body();
    assertThat(at(after, "pid").toString()).isNotEqualTo(before);
  }

  @Test
  void whatHasNoFolderForDataSaysSo() throws Exception {
    for (String key : new String[] {GRAPH, WorkbenchStage.CLOCK, WorkbenchStage.SHELL}) {
      HttpResponse<String> answer = reset(key);
      assertThat(answer.statusCode()).as(key).isEqualTo(409);
      assertThat(code(answer)).isEqualTo("no_storage");
      assertThat(stage.get(plugin(key)).body()).doesNotContain("\"storage\"");
    }
    assertThat(reset("ainb:nobody").statusCode()).isEqualTo(404);
  }

  @Test
  void aFolderWithAPluginInItIsNoStorage() throws Exception {
    Path data = Files.createDirectories(stage.data("graph"));
    Files.writeString(data.resolve("manifest.toml"), "");
    assertThat(code(reset(GRAPH))).isEqualTo("no_storage");
    assertThat(data.resolve("manifest.toml")).exists();
  }

  @Test
  void aLinkInThePlaceOfTheFolderIsNoStorage() throws Exception {
    Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("file"), "stays");
    Files.createDirectories(stage.data("graph").resolveSibling(""));
    Files.createSymbolicLink(stage.data("graph"), elsewhere);
    assertThat(code(reset(GRAPH))).isEqualTo("no_storage");
    assertThat(elsewhere.resolve("file")).hasContent("stays");
  }
}
