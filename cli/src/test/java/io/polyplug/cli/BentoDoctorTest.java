package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code bento doctor} looks at, and in which order. */
class BentoDoctorTest {
  @TempDir Path folder;
  private BentoStage stage;

  @BeforeEach
  void begin() {
    stage = BentoStage.withTwoDishes(folder);
  }

  /** Each check as {@code name status}. */
  private List<String> checks(int exit) {
    Json found = stage.json("doctor", exit, "doctor");
    return JsonParts.elements(JsonParts.members(found).get("checks")).stream()
        .map(check -> BentoStage.text(check, "name") + " " + BentoStage.text(check, "status"))
        .toList();
  }

  @Test
  void everythingIsLookedAtInOrder() {
    assertThat(checks(0))
        .containsExactly(
            "config ok",
            "toolchain skipped",
            "config.toolchain ok",
            "cache.local warn",
            "cache.remote skipped",
            "git.repo warn",
            "git.base_ref warn",
            "workspace.orphan_dishes ok");
    assertThat(stage.run("doctor").out())
        .contains("[ok     ] config")
        .endsWith("summary: 8 checks · 3 ok · 3 warn · 0 fail · 2 skipped\n");
  }

  @Test
  void nothingIsChangedByLooking() throws IOException {
    stage.run("doctor");
    assertThat(stage.root.resolveSibling("cache")).doesNotExist();
  }

  @Test
  void withoutAWorkspaceThereIsNothingElseToLookAt() {
    stage = new BentoStage(folder.resolve("bin"));
    assertThat(checks(1)).containsExactly("workspace fail");
    assertThat(stage.run("doctor").out()).contains("summary: 1 check · ");
  }

  @Test
  void aBrokenConfigurationFails() {
    stage.write("bento.toml", "[plugins]\ndisable = 1\n");
    assertThat(checks(1)).containsExactly("config fail");
    stage.write("bento.toml", "");
    stage.write("lib/dish.toml", "name = 'lib'\ndepends_on = ['app']\n");
    assertThat(checks(1)).containsExactly("config fail");
    assertThat(stage.run("doctor").out()).contains("dish.toml");
  }

  @Test
  void aPinNeedsItsToolInstalledAndADishThatUsesIt() throws IOException {
    stage.write("bento.toml", "[toolchain]\nzig = '1.0'\n");
    assertThat(checks(1)).contains("toolchain.zig@1.0 fail", "config.toolchain warn");
    Files.createDirectories(stage.root.resolveSibling("home/.bento/tools/zig/1.0/bin"));
    assertThat(checks(0)).contains("toolchain.zig@1.0 ok");
  }

  @Test
  void aRemoteCacheNeedsAnAddressAndAToken() {
    stage.write("bento.toml", "[cache]\nremote = 'https://cache.invalid'\n");
    assertThat(checks(1)).contains("cache.remote fail");
    stage.environment.put("BENTO_CACHE_TOKEN", "secret");
    assertThat(checks(0)).contains("cache.remote ok");
    assertThat(stage.run("doctor").out()).doesNotContain("secret");
  }

  @Test
  void aCacheThatIsAFileFails() {
    stage.write("file", "");
    stage.environment.put("BENTO_CACHE_DIR", stage.root.resolve("file").toString());
    assertThat(checks(1)).contains("cache.local fail");
  }

  @Test
  void orphansAreAWarning() {
    stage.write("lost/dish.toml", "name = 'lost'\n");
    assertThat(checks(0)).contains("workspace.orphan_dishes warn");
  }

  @Test
  void aRepositoryOfGitIsSeen() throws Exception {
    assertThat(
            new ProcessBuilder("git", "init", "-q")
                .directory(stage.root.toFile())
                .start()
                .waitFor())
        .isZero();
    assertThat(checks(0)).contains("git.repo ok", "git.base_ref warn");
  }

  @Test
  void pluginsAreStartedAndAskedWhatTheyAre() throws IOException {
    stage.program(
        "bento-adapter-noop",
        Files.readString(
            Path.of(System.getProperty("polyplug.root"), "examples/bento/bento-adapter-noop")));
    stage.program("bento-adapter-broken", "#!/bin/sh\nexit 3\n");
    assertThat(checks(1)).endsWith("plugin.noop ok", "plugin.broken fail");
    stage.write("bento.toml", "[plugins]\ndisable = ['broken']\n");
    assertThat(checks(0)).endsWith("plugin.noop ok");
  }
}
