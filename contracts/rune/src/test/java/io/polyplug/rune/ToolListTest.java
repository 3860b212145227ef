package io.polyplug.rune;

import static io.polyplug.rune.RuneScript.manifest;
import static io.polyplug.rune.RuneScript.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.polyplug.host.PluginHost;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolQuery;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a plugin offers: from the binding, from an earlier answer, or from a handshake. */
class ToolListTest {
  private static final String HELLO =
      "read -r hello; echo x >> starts; "
          + says(manifest("\"exposed_tools\":[\"a\",\"b\"],\"capabilities\":[\"tool.execute\"]"));
  private static final ToolQuery FRESH =
      new ToolQuery(Optional.empty(), Map.of(), Optional.empty(), true);

  @TempDir Path folder;
  @TempDir Path cache;

  private List<String> tools(RuneScript script, ToolQuery query) {
    try (PluginHost host =
        PluginHost.builder()
            .contract(new RuneContract())
            .configFile(script.write())
            .rememberIn(cache)
            .build()) {
      return script.plugin(host).tools(query).stream().map(ToolInfo::name).toList();
    }
  }

  private int starts() throws Exception {
    Path file = folder.resolve("starts");
    return Files.exists(file) ? Files.readAllLines(file).size() : 0;
  }

  @Test
  void aListInTheBindingSparesTheStart() throws Exception {
    RuneScript script = new RuneScript(folder, HELLO).with("tools", "['c']");
    assertThat(tools(script, ToolQuery.ANY)).containsExactly("c");
    assertThat(starts()).isZero();
  }

  @Test
  void withoutOneTheHandshakeTellsAndTheAnswerIsRemembered() throws Exception {
    RuneScript script =
        new RuneScript(folder, HELLO, "while read -r more; do echo \"$more\" > asked; done");
    assertThat(tools(script, ToolQuery.ANY)).containsExactly("a", "b");
    assertThat(folder.resolve("asked")).doesNotExist();
    Path file = folder.resolve("plugin.sh");
    var stamp = Files.getLastModifiedTime(file);
    // Written anew for the second host with the same content and the same time: the same plugin.
    RuneScript same =
        new RuneScript(folder, HELLO, "while read -r more; do echo \"$more\" > asked; done");
    same.write();
    Files.setLastModifiedTime(file, stamp);
    try (PluginHost host =
        PluginHost.builder()
            .contract(new RuneContract())
            .configFile(folder.resolve("polyplug.toml"))
            .rememberIn(cache)
            .build()) {
      assertThat(host.plugin("acme.test").tools()).hasSize(2);
      assertThat(starts()).isEqualTo(1);
      assertThat(host.plugin("acme.test").tools(FRESH)).hasSize(2);
      assertThat(starts()).isEqualTo(2);
    }
  }

  @Test
  void aChangedPluginIsAskedAgain() throws Exception {
    RuneScript before = new RuneScript(folder, HELLO);
    assertThat(tools(before, ToolQuery.ANY)).hasSize(2);
    RuneScript after = new RuneScript(folder, "# a longer script", HELLO);
    assertThat(tools(after, ToolQuery.ANY)).hasSize(2);
    assertThat(starts()).isEqualTo(2);
  }

  @Test
  void aBadHandshakeIsRememberedByNobody() throws Exception {
    RuneScript bad =
        new RuneScript(
            folder, "read -r hello; echo x >> starts; " + says(manifest("\"exposed_tools\":[]")));
    for (int i = 0; i < 2; i++) {
      assertThat(catchThrowable(() -> tools(bad, ToolQuery.ANY)))
          .hasMessageContaining("handshake_failed");
    }
    assertThat(starts()).isEqualTo(2);
  }
}
