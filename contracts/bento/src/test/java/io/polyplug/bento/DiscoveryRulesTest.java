package io.polyplug.bento;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which programs on the path are plugins (section 3). */
class DiscoveryRulesTest {
  @TempDir Path folder;
  private Stage stage;

  @BeforeEach
  void set() {
    stage = new Stage(folder);
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private static List<String> ids(BentoAdapters adapters) throws InterruptedException {
    return adapters.adapters().stream().map(BentoAdapter::id).toList();
  }

  private List<String> ids(String path) throws InterruptedException {
    return ids(stage.start(it -> it.withPath(path)));
  }

  @Test
  void withoutAPathThereAreNoPlugins() throws Exception {
    stage.plugin("a");
    assertThat(ids("")).isEmpty();
  }

  @Test
  void emptyMissingAndUnreadableEntriesAreSkippedSilently() throws Exception {
    stage.plugin("a");
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThat(ids("::" + folder + "/none:" + file + ":" + stage.bin() + ":")).containsExactly("a");
    assertThat(stage.log.of("WARN")).isEmpty();
  }

  @Test
  void entriesComeInTheOrderOfThePathAndFilesByName() throws Exception {
    stage.plugin("b");
    stage.plugin("a");
    stage.pluginIn("first", "z");
    assertThat(ids(folder + "/first:" + stage.bin())).containsExactly("z", "a", "b");
  }

  @Test
  void theSuffixExeIsNotPartOfTheId() throws Exception {
    Files.move(stage.plugin("zig"), stage.bin().resolve("bento-adapter-zig.exe"));
    stage.executable("bin", "bento-adapter-.exe", "#!/bin/sh\n");
    stage.executable("bin", "bento-adapter-", "#!/bin/sh\n");
    assertThat(ids(stage.bin().toString())).containsExactly("zig");
    assertThat(stage.log.of("WARN")).isEmpty();
  }

  @Test
  void whatIsNoExecutableFileIsNoCandidateAndShadowsNothing() throws Exception {
    Files.createDirectories(folder.resolve("first/bento-adapter-a"));
    Files.writeString(folder.resolve("first/bento-adapter-b"), "not executable");
    stage.plugin("a");
    stage.plugin("b");
    assertThat(ids(folder + "/first:" + stage.bin())).containsExactly("a", "b");
    assertThat(stage.log.of("WARN")).isEmpty();
  }

  @Test
  void symbolicLinksAreFollowed() throws Exception {
    Path real = stage.pluginIn("elsewhere", "zig");
    Files.createDirectories(stage.bin());
    Files.createSymbolicLink(stage.bin().resolve("bento-adapter-zig"), real);
    assertThat(ids(stage.bin().toString())).containsExactly("zig");
  }

  @Test
  void theFirstOnThePathWinsAndLaterOnesAreSkippedWithAWarning() throws Exception {
    stage.pluginIn("first", "zig", "MANIFEST['display_name'] = 'first'");
    stage.plugin("zig");
    BentoAdapters adapters = stage.start(it -> it.withPath(folder + "/first:" + stage.bin()));
    assertThat(adapters.adapters())
        .extracting(it -> it.manifest().displayName())
        .containsExactly("first");
    assertThat(stage.log.of("WARN zig:"))
        .singleElement()
        .asString()
        .contains(stage.bin().resolve("bento-adapter-zig").toString());
  }

  @Test
  void theFirstHitWinsEvenWhenItsHandshakeFails() throws Exception {
    stage.pluginIn("first", "zig", "sys.exit(1)");
    stage.plugin("zig");
    assertThat(ids(folder + "/first:" + stage.bin())).isEmpty();
  }

  @Test
  void theSameDirectoryTwiceIsADuplicateLikeAnyOther() throws Exception {
    stage.plugin("zig");
    assertThat(ids(stage.bin() + ":" + stage.bin())).containsExactly("zig");
    assertThat(stage.log.of("WARN zig:")).hasSize(1);
  }

  @Test
  void aDisabledPluginIsNotStartedAndIsNoHit() throws Exception {
    stage.pluginIn("first", "zig", "note('started')");
    stage.plugin("zig", "note('started')");
    stage.plugin("erlang");
    BentoAdapters adapters =
        stage.start(
            it ->
                it.withPath(folder + "/first:" + stage.bin())
                    .withPlugins(List.of("zig"), Optional.empty()));
    assertThat(ids(adapters)).containsExactly("erlang");
    assertThat(stage.log.of("WARN")).isEmpty();
    assertThat(stage.log.of("DEBUG zig:")).hasSize(2);
    assertThat(stage.seen("zig")).isEmpty();
  }

  @Test
  void anAllowlistLetsOnlyItsOwnBe() throws Exception {
    stage.plugin("zig");
    stage.plugin("erlang");
    stage.plugin("Erlang");
    assertThat(ids(allowing("erlang", "elixir"))).containsExactly("erlang");
  }

  @Test
  void anEmptyAllowlistLetsNothingBe() throws Exception {
    stage.plugin("zig");
    assertThat(ids(allowing())).isEmpty();
  }

  private BentoAdapters allowing(String... ids) {
    return stage.start(it -> it.withPlugins(List.of(), Optional.of(List.of(ids))));
  }

  @Test
  void disableBeatsTheAllowlist() throws Exception {
    stage.plugin("zig");
    assertThat(ids(stage.start(it -> it.withPlugins(List.of("zig"), Optional.of(List.of("zig"))))))
        .isEmpty();
  }

  @Test
  void eachLoadedPluginIsAuditedInOneLineOfTheVerboseLevel() throws Exception {
    stage.plugin("zig");
    stage.plugin("bad", "sys.exit(1)");
    ids("bin");
    assertThat(stage.log.of("DEBUG"))
        .containsExactly("DEBUG zig: loaded plugin: zig from bin/bento-adapter-zig");
    assertThat(stage.log.of("INFO")).isEmpty();
  }

  @Test
  void aPluginWithTheIdOfABuiltInIsStartedAndShutDownAll() throws Exception {
    stage.plugin("go");
    BentoAdapters adapters = stage.start();
    assertThat(ids(adapters)).containsExactly("go");
    adapters.close();
    assertThat(stage.asked("go", "initialize")).isEqualTo(1);
    assertThat(stage.asked("go", "shutdown")).isEqualTo(1);
    assertThat(stage.seen("go")).hasSize(2);
  }
}
