package io.polyplug.ainb;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.Discovered;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.Session;
import io.polyplug.host.SupervisionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Discovery in a plugin root (2.1), and who may be discovered. */
class FolderRulesTest {
  @TempDir Path root;

  /** A definition that only remembers its folder. */
  private record Seen(PluginFolder plugin) implements PluginDefinition {
    @Override
    public PluginInfo info() {
      throw new UnsupportedOperationException();
    }

    @Override
    public SupervisionPolicy supervision() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Session start(InstanceContext context) {
      throw new AssertionError("discovery starts nothing");
    }
  }

  private List<Discovered> discover(Map<String, String> environment) {
    return new AinbFolders(environment, Seen::new).in(root);
  }

  private List<String> names(Map<String, String> environment) {
    List<String> names = new ArrayList<>();
    for (Discovered found : discover(environment)) {
      names.add(
          switch (found) {
            case Discovered.Found it -> folder(it).manifest().name();
            case Discovered.Invalid it -> "invalid " + it.folder().getFileName();
          });
    }
    return names;
  }

  private static PluginFolder folder(Discovered found) {
    return ((Seen) ((Discovered.Found) found).definition()).plugin();
  }

  @Test
  void aRootThatIsMissingHasNoPlugins() {
    assertThat(new AinbFolders(Map.of(), Seen::new).in(root.resolve("none"))).isEmpty();
  }

  @Test
  void filesAndFoldersWithoutAManifestAreSkippedWithoutAWord() throws Exception {
    Files.writeString(root.resolve("manifest.txt"), "");
    Files.createDirectory(root.resolve("empty"));
    assertThat(discover(Map.of())).isEmpty();
  }

  @Test
  void pluginsComeInTheOrderOfTheirNames() throws Exception {
    for (String name : List.of("b", "C", "a", "a-b")) {
      PluginOnDisk.write(root, name, "");
    }
    assertThat(names(Map.of())).containsExactly("C", "a", "a-b", "b");
  }

  @Test
  void anInvalidManifestRejectsThatPluginOnlyWithItsReason() throws Exception {
    PluginOnDisk.write(root, "a", "");
    PluginOnDisk.write(root, "b", "[lifecycle]\nspawn = 1\n");
    PluginOnDisk.write(root, "c", "");
    assertThat(names(Map.of())).containsExactly("a", "invalid b", "c");
    assertThat(((Discovered.Invalid) discover(Map.of()).get(1)).reason())
        .isEqualTo("manifest.toml:6: lifecycle.spawn: expected a text, found 1");
  }

  @Test
  void aManifestThatIsALinkToNothingIsAnInvalidPlugin() throws Exception {
    Files.createSymbolicLink(
        Files.createDirectory(root.resolve("a")).resolve("manifest.toml"), root.resolve("x"));
    assertThat(names(Map.of())).containsExactly("invalid a");
  }

  @Test
  void aPluginWithoutItsProgramIsFound() throws Exception {
    Path folder = PluginOnDisk.write(root, "a", "");
    Files.delete(folder.resolve("a"));
    PluginFolder plugin = folder(discover(Map.of()).getFirst());
    assertThat(plugin.executable()).isEqualTo(folder.resolve("a"));
    assertThat(plugin.manifestFile()).isEqualTo(folder.resolve("manifest.toml"));
  }

  @Test
  void aFolderThatIsAPluginItselfIsFound() throws Exception {
    Path folder = PluginOnDisk.write(root, "a", "");
    assertThat(new AinbFolders(Map.of(), Seen::new).in(folder)).hasSize(1);
  }

  @Test
  void aDefinitionThatCannotBeMadeHidesNoOther() throws Exception {
    PluginOnDisk.write(root, "a", "");
    PluginOnDisk.write(root, "b", "");
    AinbFolders folders =
        new AinbFolders(
            Map.of(),
            plugin -> {
              if (plugin.manifest().name().equals("a")) {
                throw new IllegalStateException("no");
              }
              return new Seen(plugin);
            });
    assertThat(folders.in(root)).hasSize(2).first().isInstanceOf(Discovered.Invalid.class);
  }

  @Test
  void ofTwoThatClaimANamespaceTheLaterOneIsWarned() throws Exception {
    PluginOnDisk.write(root, "a", "[provides]\ncli_namespaces = [\"x\", \"y\"]\n");
    PluginOnDisk.write(root, "b", "[provides]\ncli_namespaces = [\"y\", \"z\", \"z\"]\n");
    List<Discovered> found = discover(Map.of());
    assertThat(folder(found.get(0)).warnings()).isEmpty();
    assertThat(folder(found.get(1)).warnings())
        .containsExactly("the namespace \"y\" belongs to a, which comes first by name");
  }

  @Test
  void theRootIsTheEnvironmentsAndAbsolute() {
    assertThat(AinbFolders.homes(Map.of())).isEmpty();
    assertThat(AinbFolders.homes(Map.of("AINB_PLUGIN_ROOT", " "))).isEmpty();
    assertThat(AinbFolders.homes(Map.of("AINB_PLUGIN_ROOT", "/opt/x/../plugins")))
        .containsExactly(Path.of("/opt/plugins"));
    assertThat(AinbFolders.homes(Map.of("AINB_PLUGIN_ROOT", "dist/plugins")))
        .containsExactly(Path.of("dist/plugins").toAbsolutePath());
  }

  @Test
  void allPluginsCanBeDisabled() throws Exception {
    PluginOnDisk.write(root, "a", "");
    assertThat(names(Map.of("AINB_DISABLE_PLUGINS", "1", "AINB_ONLY_PLUGINS", "a"))).isEmpty();
    assertThat(names(Map.of("AINB_DISABLE_PLUGINS", "0"))).containsExactly("a");
  }

  @Test
  void onlySomeCanBeAllowedAndThatWinsOverDisabling() throws Exception {
    for (String name : List.of("a", "b", "c")) {
      PluginOnDisk.write(root, name, "");
    }
    assertThat(names(Map.of("AINB_ONLY_PLUGINS", "a, c,"))).containsExactly("a", "c");
    assertThat(names(Map.of("AINB_ONLY_PLUGINS", "a", "AINB_DISABLE_PLUGIN", "a")))
        .containsExactly("a");
    assertThat(names(Map.of("AINB_ONLY_PLUGINS", " , "))).containsExactly("a", "b", "c");
  }

  @Test
  void someCanBeDisabledGoodOrBad() throws Exception {
    for (String name : List.of("a", "b", "c")) {
      PluginOnDisk.write(root, name, name.equals("b") ? "name = 1" : "");
    }
    assertThat(names(Map.of("AINB_DISABLE_PLUGIN", "a,b"))).containsExactly("c");
  }
}
