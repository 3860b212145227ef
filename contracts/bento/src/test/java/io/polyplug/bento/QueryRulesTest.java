package io.polyplug.bento;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked, how often, and what an answer means (2.3, 2.5, 2.8). */
class QueryRulesTest {
  private static final Path DISH = Path.of("/abs/dish");

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

  @Test
  void detectAsksWithTheDirectory() throws Exception {
    BentoAdapter zig = stage.only("zig", "def on_detect(p): reply({'matches': True})");
    assertThat(zig.detect(DISH)).isTrue();
    assertThat(stage.seen("zig").getLast())
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"detect\",\"params\":{\"dir\":\"/abs/dish\"}}");
  }

  @Test
  void aPathOfManyBytesIsCountedInBytes() throws Exception {
    BentoAdapter zig =
        stage.only("zig", "def on_detect(p): reply({'matches': p['dir'] == '/\\u00e9\\u4e16'})");
    assertThat(zig.detect(Path.of("/\u00e9\u4e16"))).isTrue();
  }

  @Test
  void detectIsAskedOnceForEachDirectoryEvenIfItFails() throws Exception {
    BentoAdapter zig = stage.only("zig", "def on_detect(p): error(2003, 'no', path='/x', errno=2)");
    assertThat(zig.detect(DISH)).isFalse();
    assertThat(zig.detect(DISH)).isFalse();
    assertThat(zig.detect(Path.of("/other"))).isFalse();
    assertThat(stage.asked("zig", "detect")).isEqualTo(2);
    assertThat(stage.log.of("WARN zig: adapter zig: detect: error 2003: no (path: /x, errno: 2)"))
        .hasSize(2);
  }

  @Test
  void detectIsAskedOnceHoweverManyAskAtTheSameTime() throws Exception {
    BentoAdapter zig = stage.only("zig", "def on_detect(p): reply({'matches': True})");
    List<FutureTask<Boolean>> tasks = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      FutureTask<Boolean> task = new FutureTask<>(() -> zig.detect(DISH));
      tasks.add(task);
      Thread.ofVirtual().start(task);
    }
    for (FutureTask<Boolean> task : tasks) {
      assertThat(task.get(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(stage.asked("zig", "detect")).isEqualTo(1);
  }

  @Test
  void nullIsAWrongShapeForDetectAndThePluginLivesOn() throws Exception {
    BentoAdapter zig =
        stage.only(
            "zig",
            "def on_detect(p): reply(None if p['dir'] == '/a' else"
                + " {} if p['dir'] == '/b' else {'matches': True})");
    assertThat(zig.detect(Path.of("/a"))).isFalse();
    assertThat(zig.detect(Path.of("/b"))).isFalse();
    assertThat(zig.detect(Path.of("/c"))).isTrue();
    assertThat(stage.log.of("WARN zig: adapter zig: detect:")).hasSize(2);
  }

  @Test
  void aCapabilityThatIsOffIsNeverCalled() throws Exception {
    BentoAdapter zig =
        stage.only(
            "zig",
            "MANIFEST['capabilities'] = {'detect': False, 'required_toolchain': False,"
                + " 'resolved_toolchain_fingerprint': False, 'install': False}");
    assertThat(zig.detect(DISH)).isFalse();
    assertThat(zig.requiredToolchain(DISH)).isEmpty();
    assertThat(zig.resolvedToolchainFingerprint()).isEmpty();
    zig.install(DISH, "dish");
    assertThat(zig.lostToolchain(DISH)).isFalse();
    assertThat(stage.seen("zig")).hasSize(1);
  }

  @Test
  void theRequiredToolchainIsAToolAndAVersionAndAskedOnce() throws Exception {
    BentoAdapter zig =
        stage.only("zig", "def on_requiredToolchain(p): reply({'tool':'zig','version':'0.13'})");
    assertThat(zig.requiredToolchain(DISH)).contains(new Toolchain("zig", "0.13"));
    assertThat(zig.requiredToolchain(DISH)).contains(new Toolchain("zig", "0.13"));
    assertThat(stage.asked("zig", "requiredToolchain")).isEqualTo(1);
    assertThat(zig.lostToolchain(DISH)).isFalse();
  }

  @Test
  void nullIsAnAnswerForTheToolchainAndTheFingerprint() throws Exception {
    BentoAdapter zig =
        stage.only(
            "zig",
            "def on_requiredToolchain(p): reply(None)",
            "def on_resolvedToolchainFingerprint(p): reply(None)");
    for (int i = 0; i < 3; i++) {
      assertThat(zig.requiredToolchain(DISH)).isEmpty();
      assertThat(zig.resolvedToolchainFingerprint()).isEmpty();
    }
    assertThat(zig.lostToolchain(DISH)).isFalse();
    assertThat(stage.asked("zig", "resolvedToolchainFingerprint")).isEqualTo(1);
  }

  @Test
  void aMissingResultIsNull() throws Exception {
    BentoAdapter zig =
        stage.only(
            "zig", "def on_requiredToolchain(p): send({'jsonrpc':'9','id':rid,'error':None})");
    assertThat(zig.requiredToolchain(DISH)).isEmpty();
    assertThat(zig.lostToolchain(DISH)).isFalse();
  }

  @Test
  void methodNotFoundForTheToolchainIsNull() throws Exception {
    BentoAdapter zig = stage.only("zig");
    assertThat(zig.requiredToolchain(DISH)).isEmpty();
    assertThat(zig.resolvedToolchainFingerprint()).isEmpty();
    assertThat(zig.lostToolchain(DISH)).isFalse();
  }

  @Test
  void anyOtherErrorForTheToolchainIsThrownWithItsText() throws Exception {
    BentoAdapter zig =
        stage.only(
            "zig",
            "def on_requiredToolchain(p): error(2002, 'bad pin', file='.zigversion', reason='x')");
    for (int i = 0; i < 2; i++) {
      AdapterError error =
          catchThrowableOfType(AdapterError.class, () -> zig.requiredToolchain(DISH));
      assertThat(error)
          .hasMessage(
              "adapter zig: requiredToolchain: error 2002: bad pin (file: .zigversion, reason: x)");
      assertThat(error.code()).hasValue(2002);
    }
    assertThat(stage.asked("zig", "requiredToolchain")).isEqualTo(1);
  }

  @Test
  void aToolchainOfTheWrongShapeIsLost() throws Exception {
    BentoAdapter zig = stage.only("zig", "def on_requiredToolchain(p): reply({'tool':'zig'})");
    assertThat(zig.requiredToolchain(DISH)).isEmpty();
    assertThat(zig.lostToolchain(DISH)).isTrue();
    assertThat(zig.lostToolchain(Path.of("/other"))).isFalse();
    assertThat(stage.log.of("WARN zig:").getFirst()).contains("\"version\" is missing");
  }

  @Test
  void theFingerprintHasNoParamsAndIsTakenVerbatim() throws Exception {
    BentoAdapter zig =
        stage.only("zig", "def on_resolvedToolchainFingerprint(p): reply(' zig 0.13\\n')");
    assertThat(zig.resolvedToolchainFingerprint()).contains(" zig 0.13\n");
    assertThat(stage.seen("zig").getLast())
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"resolvedToolchainFingerprint\"}");
  }

  @Test
  void aFingerprintThatFailsIsLostAndNotAskedForAgain() throws Exception {
    BentoAdapter zig = stage.only("zig", "def on_resolvedToolchainFingerprint(p): error(7, 'x')");
    assertThat(zig.resolvedToolchainFingerprint()).isEmpty();
    assertThat(zig.resolvedToolchainFingerprint()).isEmpty();
    assertThat(stage.asked("zig", "resolvedToolchainFingerprint")).isEqualTo(1);
    assertThat(zig.lostFingerprint()).isTrue();
    assertThat(zig.lostToolchain(DISH)).isTrue();
  }

  private static DiagnosticsRequest request(String task) {
    return new DiagnosticsRequest(task, "out \u00e9", "err", -1, Path.of("/w/dish"), Path.of("/w"));
  }

  private static final String HOOKS =
      "R = {'kind':'append_args','args':[]}\n"
          + "MANIFEST['diagnostic_hooks'] = {'lint': {'rerun': R, 'parser': 'plugin'},"
          + " 'build': {'rerun': R, 'parser': 'ruff'}}";

  @Test
  void diagnosticsAreAskedForWithAllThatTheRerunGave() throws Exception {
    BentoAdapter zig =
        stage.only(
            "zig",
            HOOKS,
            "def on_parseDiagnostics(p): reply({'diagnostics': [{'file':'a.zig','line':12,'col':5,"
                + "'end_line':12,'severity':'error','message':'m','rule':'L1','source':'zig'},"
                + "{'file':'/b','line':1,'end_line':2,'end_col':3,'severity':'fatal',"
                + "'message':'n','source':'zig'}]})");
    assertThat(zig.parseDiagnostics(request("lint")))
        .containsExactly(
            new Diagnostic(
                "a.zig",
                12,
                OptionalInt.of(5),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Severity.ERROR,
                "m",
                Optional.of("L1"),
                "zig"),
            new Diagnostic(
                "/b",
                1,
                OptionalInt.empty(),
                OptionalInt.of(2),
                OptionalInt.of(3),
                Severity.WARNING,
                "n",
                Optional.empty(),
                "zig"));
    assertThat(stage.log.of("WARN zig:")).singleElement().asString().contains("\"fatal\"");
    assertThat(stage.seen("zig").getLast())
        .endsWith(
            "\"params\":{\"task_name\":\"lint\",\"stdout\":\"out \u00e9\",\"stderr\":\"err\","
                + "\"exit_status\":-1,\"dish_dir\":\"/w/dish\",\"workspace_root\":\"/w\"}}");
  }

  @Test
  void aBuiltInParserOrNoHookAsksNobody() throws Exception {
    BentoAdapter zig = stage.only("zig", HOOKS);
    assertThat(zig.parseDiagnostics(request("build"))).isEmpty();
    assertThat(zig.parseDiagnostics(request("test"))).isEmpty();
    assertThat(stage.asked("zig", "parseDiagnostics")).isZero();
  }

  @Test
  void diagnosticsThatFailAreNoneWithAWarning() throws Exception {
    BentoAdapter zig =
        stage.only("zig", HOOKS, "def on_parseDiagnostics(p): reply({'diagnostics': [{}]})");
    assertThat(zig.parseDiagnostics(request("lint"))).isEmpty();
    assertThat(stage.log.of("WARN zig:").getFirst()).contains("\"diagnostics[0].file\" is missing");
  }

  @Test
  void outputThatIsTooLargeToSendIsNoDiagnostics() throws Exception {
    BentoAdapter zig = stage.only("zig", HOOKS, "def on_detect(p): reply({'matches': True})");
    String large = "x".repeat(65 << 20);
    assertThat(
            zig.parseDiagnostics(
                new DiagnosticsRequest("lint", large, "", 1, Path.of("/w"), Path.of("/w"))))
        .isEmpty();
    assertThat(zig.detect(DISH)).isTrue();
  }

  @Test
  void idsRiseByOneAndAreNeverUsedAgain() throws Exception {
    BentoAdapter zig = stage.only("zig", "def on_install(p): reply({'ignored': 1})");
    for (int i = 0; i < 3; i++) {
      zig.install(DISH, "d");
    }
    for (int i = 0; i < 4; i++) {
      assertThat(stage.seen("zig").get(i)).contains("\"id\":" + (i + 1) + ",");
    }
  }
}
