package io.polyplug.bento;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How plugins are introduced, and what keeps one out (2.4, 2.5, 2.9, 2.10). */
class HandshakeRulesTest {
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

  private String rejection(String... python) throws Exception {
    stage.plugin("bad", python);
    stage.plugin("good");
    BentoAdapters adapters = stage.start();
    assertThat(adapters.adapters()).extracting(BentoAdapter::id).containsExactly("good");
    RejectedAdapter rejected = adapters.rejected().getFirst();
    assertThat(rejected.id()).isEqualTo("bad");
    String warning = stage.log.of("WARN bad: plugin bad at ").getFirst();
    assertThat(warning).contains(folder + "/bin/bento-adapter-bad").endsWith(rejected.reason());
    return rejected.reason();
  }

  @Test
  void theFirstRequestIsInitializeWithBothVersions() throws Exception {
    stage.only("zig");
    assertThat(stage.seen("zig"))
        .containsExactly(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":"
                + "{\"protocol_version\":1,\"bento_version\":\"0.2.0\"}}");
  }

  @Test
  void theManifestIsAllThatThePluginSays() throws Exception {
    BentoAdapter zig =
        stage.only(
            "zig",
            "MANIFEST['default_tasks'] = [{'name':'build','run':'zig build','inputs':['src/**'],"
                + "'outputs':['out/**']}, {'name':'test','run':'zig test'}]",
            "MANIFEST['diagnostic_hooks'] = {'lint': {'rerun': {'kind':'append_args',"
                + "'args':['--json']}, 'parser':'plugin'}}",
            "MANIFEST['unknown'] = {'member': 1}");
    assertThat(zig.manifest())
        .isEqualTo(
            new AdapterManifest(
                "zig",
                "Test",
                List.of("x.toml"),
                List.of(
                    new AdapterTask(
                        "build",
                        "zig build",
                        List.of("src/**"),
                        java.util.Optional.of(List.of("out/**"))),
                    new AdapterTask("test", "zig test", List.of(), java.util.Optional.empty())),
                new AdapterCapabilities(true, true, true, true),
                Map.of(
                    "lint",
                    new DiagnosticHook(new Rerun.AppendArgs(List.of("--json")), "plugin"))));
    assertThat(zig.program()).isEqualTo(stage.bin().resolve("bento-adapter-zig"));
  }

  @Test
  void oneThatCannotBeExecutedIsSkipped() throws Exception {
    stage.executable("bin", "bento-adapter-none", "#!/no/such/interpreter\n");
    stage.plugin("good");
    BentoAdapters adapters = stage.start();
    assertThat(adapters.adapters()).hasSize(1);
    assertThat(adapters.rejected().getFirst().reason()).contains("/no/such/interpreter");
  }

  @Test
  void oneThatExitsBeforeItAnswersIsSkipped() throws Exception {
    assertThat(rejection("sys.exit(3)")).contains("stdout closed").contains("code 3");
  }

  @Test
  void oneThatAnswersInitializeWithAnErrorIsSkipped() throws Exception {
    assertThat(rejection("def on_initialize(p): error(-32602, 'wrong version of host')"))
        .contains("initialize")
        .contains("-32602")
        .contains("wrong version of host");
  }

  @Test
  void oneWithoutARequiredFieldIsSkipped() throws Exception {
    assertThat(rejection("del MANIFEST['display_name']")).contains("\"display_name\" is missing");
  }

  @Test
  void anotherProtocolVersionIsToldBeforeAnythingElseOfTheManifest() throws Exception {
    assertThat(rejection("MANIFEST = {'protocol_version': 2}"))
        .contains("protocol version 2")
        .contains("version 1");
  }

  @Test
  void anotherIdThanTheFileNamesIsSkippedNamingBoth() throws Exception {
    assertThat(rejection("MANIFEST['adapter_id'] = 'worse'")).contains("\"worse\"", "\"bad\"");
  }

  @Test
  void oneThatDoesNotAnswerInTimeIsKilledAndSkipped() throws Exception {
    stage.plugin("bad", "def on_initialize(p): hang()");
    BentoAdapters adapters =
        stage.start(
            it ->
                it.withLimits(
                    new AdapterLimits(
                        Duration.ofMillis(300), Stage.AMPLE, Stage.AMPLE, Stage.AMPLE)));
    assertThat(adapters.adapters()).isEmpty();
    assertThat(adapters.rejected().getFirst().reason()).contains("timed out after 300 ms");
  }

  @Test
  void aRejectedPluginIsNoLongerRunning() throws Exception {
    rejection("note(str(os.getpid()))", "MANIFEST['adapter_id'] = 'worse'");
    long pid = Long.parseLong(stage.seen("bad").getFirst());
    assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)).isFalse();
  }

  @Test
  void omittedCapabilitiesAreOnButForTheFingerprint() throws Exception {
    BentoAdapter zig = stage.only("zig", "del MANIFEST['capabilities']");
    assertThat(zig.manifest().capabilities())
        .isEqualTo(new AdapterCapabilities(true, true, false, true));
  }

  @Test
  void anUnknownParserDropsTheHookWithAWarning() throws Exception {
    BentoAdapter zig =
        stage.only(
            "zig",
            "R = {'kind':'replace','command':'x'}",
            "MANIFEST['diagnostic_hooks'] = {'lint': {'rerun': R, 'parser':'new'},"
                + " 'build': {'rerun': R, 'parser':'ruff'}}");
    assertThat(zig.manifest().diagnosticHooks()).containsOnlyKeys("build");
    assertThat(stage.log.of("WARN zig:").getFirst()).contains("\"lint\"").contains("\"new\"");
  }

  @Test
  void anUnknownKindOfRerunRejectsThePlugin() throws Exception {
    assertThat(
            rejection(
                "MANIFEST['diagnostic_hooks'] = {'lint': {'rerun': {'kind':'twice'},"
                    + " 'parser':'plugin'}}"))
        .contains("diagnostic_hooks.lint.rerun.kind");
  }

  @Test
  void theEnvironmentAndTheFolderAreInheritedAndThereAreNoArguments() throws Exception {
    stage.only(
        it -> it.withEnvironment(it.environment().with("BENTO_TEST", "yes"), folder),
        "zig",
        "note(os.environ['BENTO_TEST'] + ' ' + os.getcwd())");
    assertThat(stage.seen("zig").getFirst()).isEqualTo("yes " + folder.toRealPath());
  }

  @Test
  void allAreStartedAtOnceAndAskedInOrder() throws Exception {
    // The first answers only after the second has started.
    stage.plugin("a", "def on_initialize(p):", "  wait_for('b-runs')", "  reply(MANIFEST)");
    stage.plugin("b", "open('b-runs', 'w').close()");
    assertThat(stage.start().adapters()).extracting(BentoAdapter::id).containsExactly("a", "b");
  }
}
