package io.polyplug.bab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.fail;

import io.polyplug.base.Clock;
import io.polyplug.process.Environment;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.Spawner;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Installing from git and removing (18). */
class DelegateStoreTest {
  private static final String SOURCE = "acme/tools";

  @TempDir Path root;
  private Path plugins;
  private GitRepository repository;

  @BeforeEach
  void makeRepository() throws Exception {
    root = root.toRealPath();
    plugins = root.resolve("base/plugins");
    repository = new GitRepository(root, "https://github.com/acme/tools.git");
  }

  private DelegateStore store() {
    return new DelegateStore(
        new DelegateStore.Settings(
            plugins,
            Set.of("opencode"),
            "9.8.7",
            ProgramLookup.ofHost(),
            Environment.empty()
                .inherit("PATH", "HOME")
                .with("GIT_CONFIG_GLOBAL", repository.config.toString()),
            Spawner.platform(),
            Clock.system()));
  }

  private String addFailure(String source) {
    return catchThrowableOfType(StoreFailure.class, () -> store().add(source, plan -> true))
        .getMessage();
  }

  private List<String> inPlugins() throws Exception {
    if (!Files.exists(plugins)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(plugins)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aPluginInTheRootIsInstalledWithANote() throws Exception {
    String commit = repository.plugin("", "acme").commit();
    assertThat(store().add(SOURCE, plan -> true))
        .containsExactly(
            new DelegateStore.Target("acme", "The acme", "1.2.3", ".", plugins.resolve("acme")));
    assertThat(inPlugins()).containsExactly("acme");
    assertThat(plugins.resolve("acme/prompts/special.txt")).hasContent("Be special.");
    assertThat(plugins.resolve("acme/.git")).doesNotExist();
    Map<String, Json> note =
        JsonParts.members(Json.parse(Files.readString(plugins.resolve("acme/.install.json"))));
    assertThat(note.keySet())
        .containsExactly(
            "schema_version",
            "plugin_id",
            "plugin_subdir",
            "manifest_name",
            "manifest_version",
            "source_original",
            "source_url",
            "resolved_commit",
            "installed_at",
            "installer_version",
            "adapter_hash");
    assertThat(note)
        .containsEntry("schema_version", Json.parse("1"))
        .containsEntry("plugin_subdir", Json.string("."))
        .containsEntry("source_original", Json.string(SOURCE))
        .containsEntry("source_url", Json.string("https://github.com/acme/tools.git"))
        .containsEntry("resolved_commit", Json.string(commit))
        .containsEntry("installer_version", Json.string("9.8.7"));
    assertThat(AdapterFile.of(plugins.resolve("acme"))).isPresent();
  }

  @Test
  void everySubfolderWithAManifestIsAPlugin() throws Exception {
    repository.plugin("two", "beta").plugin("one", "alpha").file("docs/x.md", "x").commit();
    assertThat(store().add(SOURCE, plan -> true))
        .extracting(DelegateStore.Target::id)
        .containsExactly("alpha", "beta");
    assertThat(inPlugins()).containsExactly("alpha", "beta");
  }

  @Test
  void bothIsAmbiguousAndNeitherIsNothing() throws Exception {
    repository.file("README", "x").commit();
    assertThat(addFailure(SOURCE)).isEqualTo("No plugins found in repository");
    repository.plugin("", "acme").plugin("sub", "other").commit();
    assertThat(addFailure(SOURCE)).startsWith("Repository layout is ambiguous: ");
    assertThat(inPlugins()).isEmpty();
  }

  @Test
  void aBranchATagOrACommitCanBeAskedFor() throws Exception {
    String first = repository.plugin("", "acme").commit();
    repository.git("tag", "v1");
    repository.git("checkout", "--quiet", "-b", "feature/x");
    String branch = repository.file("extra", "b").commit();
    repository.git("checkout", "--quiet", "main");
    repository.file("later", "m").commit();
    for (Map.Entry<String, String> ref :
        Map.of("v1", first, "feature/x", branch, first.substring(0, 12), first).entrySet()) {
      List<DelegateStore.AddPlan> plans = new ArrayList<>();
      store().add(SOURCE + "#" + ref.getKey(), plan -> !plans.add(plan));
      assertThat(plans.getFirst().commit()).as(ref.getKey()).isEqualTo(ref.getValue());
    }
    store().add(SOURCE + "#v1", plan -> true);
    assertThat(Files.readString(plugins.resolve("acme/.install.json")))
        .contains("\"source_ref\":\"v1\"");
    assertThat(addFailure(SOURCE + "#no-such")).contains("could not be fetched: ");
  }

  @Test
  void nothingIsTouchedUnlessItIsConfirmed() throws Exception {
    repository.plugin("", "acme").commit();
    assertThat(store().add(SOURCE, plan -> false)).isEmpty();
    assertThat(inPlugins()).isEmpty();
  }

  @Test
  void aSourceIsRefusedBeforeGitIsRun() throws Exception {
    Path bin = Files.createDirectories(root.resolve("bin"));
    Path git = Files.writeString(bin.resolve("git"), "#!/bin/sh\ntouch \"" + root + "/ran\"\n");
    Files.setPosixFilePermissions(git, PosixFilePermissions.fromString("rwxr-xr-x"));
    DelegateStore store =
        new DelegateStore(
            new DelegateStore.Settings(
                plugins,
                Set.of(),
                "1",
                new ProgramLookup(bin, bin.toString()),
                Environment.empty(),
                Spawner.platform(),
                Clock.system()));
    assertThat(catchThrowableOfType(StoreFailure.class, () -> store.add("./local", plan -> true)))
        .hasMessageContaining("is on this machine");
    assertThat(root.resolve("ran")).doesNotExist();
  }

  @Test
  void allPluginsAreValidatedBeforeOneIsInstalled() throws Exception {
    repository.plugin("a", "alpha").plugin("b", "beta").file("b/manifest.yaml", "id: B").commit();
    assertThat(addFailure(SOURCE)).startsWith("The plugin in b cannot be installed: ");
    repository.plugin("b", "alpha").commit();
    assertThat(addFailure(SOURCE)).contains("two plugins with the id \"alpha\"");
    repository.plugin("b", "opencode").commit();
    assertThat(addFailure(SOURCE)).contains("\"opencode\" is bundled");
    assertThat(inPlugins()).isEmpty();
  }

  @Test
  void anAdapterAndPromptFilesAreRequired() throws Exception {
    Path outside = Files.writeString(root.resolve("outside"), "mine");
    repository.plugin("", "acme");
    Files.delete(repository.folder.resolve("adapter.ts"));
    repository.commit();
    assertThat(addFailure(SOURCE)).contains("adapter.ts is missing");
    repository.plugin("", "acme");
    Files.delete(repository.folder.resolve("prompts/special.txt"));
    repository.commit();
    assertThat(addFailure(SOURCE)).contains("prompts/special.txt is missing");
    Files.createSymbolicLink(
        Files.createDirectories(repository.folder.resolve("prompts")).resolve("special.txt"),
        outside);
    repository.commit();
    assertThat(addFailure(SOURCE)).contains("leads out of the plugin's folder");
    Files.delete(repository.folder.resolve("prompts/special.txt"));
    repository.plugin("", "acme");
    Files.delete(repository.folder.resolve("adapter.ts"));
    Files.createSymbolicLink(repository.folder.resolve("adapter.ts"), outside);
    repository.commit();
    assertThat(addFailure(SOURCE)).contains("adapter.ts leads out of the plugin's folder");
  }

  @Test
  void anInstalledPluginIsNotReplaced() throws Exception {
    repository.plugin("", "acme").commit();
    store().add(SOURCE, plan -> true);
    assertThat(addFailure(SOURCE))
        .isEqualTo("Plugin \"acme\" is already installed at " + plugins.resolve("acme"));
    Files.move(plugins.resolve("acme"), plugins.resolve("by-hand"));
    assertThat(addFailure(SOURCE))
        .isEqualTo("Plugin \"acme\" is already installed at " + plugins.resolve("by-hand"));
  }

  @Test
  void linksStayLinksAndANoteOfTheRepositoryIsReplaced() throws Exception {
    repository.plugin("", "acme");
    Path outside = Files.writeString(root.resolve("outside"), "mine");
    Files.createSymbolicLink(repository.folder.resolve("link"), outside);
    Files.createSymbolicLink(repository.folder.resolve(".install.json"), outside);
    repository.commit();
    store().add(SOURCE, plan -> true);
    assertThat(Files.isSymbolicLink(plugins.resolve("acme/link"))).isTrue();
    assertThat(
            Files.isRegularFile(plugins.resolve("acme/.install.json"), LinkOption.NOFOLLOW_LINKS))
        .isTrue();
    assertThat(outside).hasContent("mine");
  }

  @Test
  void aFailureHalfWayTakesEverythingBack() throws Exception {
    repository.plugin("a", "alpha").plugin("b", "beta").commit();
    Predicate<DelegateStore.AddPlan> meanwhile =
        plan -> {
          try {
            Files.createDirectories(plugins.resolve("beta"));
          } catch (IOException e) {
            fail(e);
          }
          return true;
        };
    StoreFailure failure =
        catchThrowableOfType(StoreFailure.class, () -> store().add(SOURCE, meanwhile));
    assertThat(failure).hasMessageStartingWith("The plugin was not installed: ");
    assertThat(inPlugins()).containsExactly("beta");
    assertThat(plugins.resolve("beta")).isEmptyDirectory();
  }

  @Test
  void hooksOfTheRepositoryAreNotRun() throws Exception {
    repository.plugin("", "acme").commit();
    Path template = Files.createDirectories(root.resolve("template/hooks"));
    Path hook =
        Files.writeString(
            template.resolve("post-checkout"), "#!/bin/sh\ntouch \"" + root + "/hooked\"\n");
    Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
    repository.git("config", "--global", "init.templateDir", root.resolve("template").toString());
    store().add(SOURCE, plan -> true);
    assertThat(root.resolve("hooked")).doesNotExist();
    assertThat(inPlugins()).containsExactly("acme");
  }

  @Test
  void whatCannotBeFetchedIsSaidInGitsWords() {
    assertThat(addFailure("https://github.com/acme/tools.git/nowhere"))
        .startsWith("https://github.com/acme/tools.git/nowhere could not be fetched: ")
        .contains("fatal: ");
  }

  @Test
  void removingTakesTheFolderAway() throws Exception {
    repository.plugin("", "acme").commit();
    store().add(SOURCE, plan -> true);
    List<Path> asked = new ArrayList<>();
    assertThat(store().remove("acme", path -> !asked.add(path))).isFalse();
    assertThat(asked).containsExactly(plugins.resolve("acme"));
    assertThat(store().remove("acme", path -> true)).isTrue();
    assertThat(inPlugins()).isEmpty();
  }

  @Test
  void removingRefusesWhatIsNotInstalledOrNotAFolder() throws Exception {
    Files.createDirectories(plugins);
    Path elsewhere = Files.createDirectories(root.resolve("elsewhere"));
    Files.createSymbolicLink(plugins.resolve("linked"), elsewhere);
    assertThat(removeFailure("opencode")).isEqualTo("cannot remove bundled plugin");
    assertThat(removeFailure("nobody")).isEqualTo("Installed plugin not found: nobody");
    assertThat(removeFailure("../elsewhere")).isEqualTo("Installed plugin not found: ../elsewhere");
    assertThat(removeFailure("linked")).contains("is a link or a file");
    assertThat(elsewhere).exists();
  }

  private String removeFailure(String id) {
    return catchThrowableOfType(StoreFailure.class, () -> store().remove(id, path -> true))
        .getMessage();
  }
}
