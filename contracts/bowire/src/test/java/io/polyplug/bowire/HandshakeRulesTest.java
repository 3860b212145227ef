package io.polyplug.bowire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.bowire.protocol.InvokeResult;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.Health;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginState;
import io.polyplug.host.SettablePlugin;
import io.polyplug.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The handshake (5.4): what makes a sidecar healthy and what does not. */
class HandshakeRulesTest {
  @TempDir Path folder;

  @Test
  void aSidecarStartsWithTheHost() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder)) {
      sidecar.awaitState(PluginState.RUNNING);
      assertThat(sidecar.plugin().state()).isEqualTo(PluginState.RUNNING);
    }
  }

  @Test
  void inAHostForOneCommandNothingStartsByItself() throws Exception {
    try (var host = TestSidecar.builder(folder, "").forOneCommand().build()) {
      assertThat(host.plugin("echo").state()).isEqualTo(PluginState.IDLE);
    }
  }

  @Test
  void initializeHasIdOneAndExactlyTheKnownMembers() throws Exception {
    Path trace = folder.resolve("trace");
    try (TestSidecar sidecar = TestSidecar.with(folder, "trace=" + trace)) {
      sidecar.awaitState(PluginState.RUNNING);
    }
    assertThat(Files.readAllLines(trace).getFirst())
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"hostVersion\":\"0.1.0\",\"protocolVersion\":1,\"expectedProtocolId\":\"echo\"}}");
  }

  @Test
  void theVersionThatIsSaidIsThatOfTheBuild() {
    assertThat(System.getProperty("polyplug.version")).startsWith(SidecarStart.HOST_VERSION);
  }

  @Test
  void settingsThatTheUserGaveAreOffered() throws Exception {
    Path trace = folder.resolve("trace");
    String toml = "settings = { timeout = 5, name = 'x', on = true, list = [1, 'a'] }";
    try (TestSidecar sidecar = TestSidecar.configured(folder, toml, "trace=" + trace)) {
      sidecar.awaitState(PluginState.RUNNING);
    }
    assertThat(Files.readAllLines(trace).getFirst())
        .contains("\"timeout\":5", "\"name\":\"x\"", "\"on\":true", "\"list\":[1,\"a\"]");
  }

  @Test
  void settingsThatAreKeptAreOfferedAtTheNextStartUnlessTheConfigurationSetsThem()
      throws Exception {
    Path trace = folder.resolve("trace");
    Map<String, Json> kept = new ConcurrentHashMap<>();
    HostBuilder builder =
        TestSidecar.builder(folder, "settings = { timeout = 5 }", "trace=" + trace)
            .settings(info -> Map.copyOf(kept));
    try (PluginHost host = builder.build()) {
      Plugin echo = host.plugin("echo");
      var _ = echo.check(Duration.ofSeconds(60));
      kept.put("name", Json.string("x"));
      kept.put("timeout", Json.parse("7"));
      echo.reload();
      assertThat(echo.awaitSettled(Duration.ofSeconds(60))).isTrue();
      var _ = echo.check(Duration.ofSeconds(60));
      assertThat(echo.as(SettablePlugin.class).configured()).containsOnlyKeys("timeout");
      assertThat(echo.as(SettablePlugin.class).settings()).isPresent();
    }
    assertThat(Files.readString(trace))
        .contains("\"settings\":{\"timeout\":5}")
        .contains("\"name\":\"x\"")
        .doesNotContain("\"timeout\":7");
  }

  @Test
  void theHandshakeOverridesTheNameAndBlankMeansAbsent() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder, "name=Better")) {
      assertThat(sidecar.typed().name()).isEqualTo("Better");
      assertThat(sidecar.typed().iconSvg()).isEmpty();
    }
    try (TestSidecar sidecar = TestSidecar.with(folder, "name= ")) {
      assertThat(sidecar.typed().name()).isEqualTo("echo");
    }
  }

  @Test
  void settingsOfBothSpellingsAreRead() throws Exception {
    String declared =
        "settings=[{\"key\":\"a\",\"label\":\"A\",\"type\":\"select\",\"options\":[\"x\",{\"value\":\"y\",\"label\":\"Y\"}]},{\"id\":\"b\",\"name\":\"B\",\"default\":3,\"required\":true},{\"label\":\"no key\"}]";
    try (TestSidecar sidecar = TestSidecar.with(folder, declared)) {
      var settings = sidecar.typed().handshake().settings();
      assertThat(settings).hasSize(2);
      assertThat(settings.get(0).options()).hasSize(2);
      assertThat(settings.get(1).key()).isEqualTo("b");
      assertThat(settings.get(1).label()).isEqualTo("B");
      assertThat(settings.get(1).defaultValue()).contains(Json.parse("3"));
      assertThat(settings.get(1).required()).isTrue();
    }
  }

  @Test
  void anotherIdIsAFailureThatNamesBoth() throws Exception {
    assertThat(failureOf("id=other").message())
        .isEqualTo("Sidecar reported protocol id 'other' but manifest declares 'echo'");
    assertThat(failureOf("id=").message())
        .isEqualTo("Sidecar reported protocol id '' but manifest declares 'echo'");
  }

  @Test
  void anErrorReplyKeepsItsReason() throws Exception {
    Failure failure = failureOf("refuse=libzenoh is missing");
    assertThat(failure.code()).isEqualTo(FailureCode.HANDSHAKE_FAILED);
    assertThat(failure.message()).contains("libzenoh is missing");
  }

  @Test
  void anExitBeforeTheReplyIsToldWithItsStandardError() throws Exception {
    Failure failure = failureOf("exit-first=3");
    assertThat(failure.code()).isEqualTo(FailureCode.HANDSHAKE_FAILED);
    assertThat(failure.message())
        .isEqualTo("Sidecar exited with code 3 before it answered initialize");
    assertThat(failure.stderr()).contains("no database here");
  }

  @Test
  void silenceIsATimeout() throws Exception {
    try (TestSidecar sidecar =
        TestSidecar.configured(
            folder, "initialize_timeout = '50ms'\nshutdown_timeout = '0s'", "silent=1")) {
      Failure reason = sidecar.awaitState(PluginState.DOWN).reason().orElseThrow();
      assertThat(reason.code()).isEqualTo(FailureCode.TIMEOUT);
      assertThat(reason.message()).contains("initialize").contains("50 ms");
    }
  }

  @Test
  void anotherVersionSaysWhichSideToUpdate() throws Exception {
    Failure newer = failureOf("version=2");
    assertThat(newer.code()).isEqualTo(FailureCode.PROTOCOL_VERSION_MISMATCH);
    assertThat(newer.message()).contains("update the host");
    assertThat(failureOf("version=0").message()).contains("update the sidecar");
  }

  @Test
  void anOldSidecarWithoutVersionAndCapabilitiesWorksWithAWarning() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder, "old=1")) {
      assertThat(sidecar.call("echo", "1").output()).isEqualTo(Json.parse("1"));
      sidecar.awaitLog("version");
      assertThat(sidecar.typed().handshake().capabilities().channels()).isTrue();
    }
  }

  @Test
  void aMissingProgramIsAFailedStart() throws Exception {
    Path file = folder.resolve("polyplug.toml");
    Files.writeString(file, "[[plugin]]\ncontract='bowire'\nid='x'\ncommand='./nothing-here'\n");
    try (var host =
        io.polyplug.host.PluginHost.builder()
            .contract(new BowireContract())
            .configFile(file)
            .forOneCommand()
            .build()) {
      InvokeResult result =
          host.plugin("x").as(BowireSidecar.class).invoke(TestSidecar.target("echo"), List.of());
      assertThat(result.status()).startsWith("Sidecar spawn failed: ").contains("nothing-here");
    }
  }

  @Test
  void aCallToAnUnhealthySidecarTriesOneFreshStart() throws Exception {
    Path trace = folder.resolve("trace");
    try (TestSidecar sidecar = TestSidecar.with(folder, "id=other", "trace=" + trace)) {
      sidecar.awaitState(PluginState.DOWN);
      for (int i = 0; i < 2; i++) {
        InvokeResult result = sidecar.typed().invoke(TestSidecar.target("echo"), List.of());
        assertThat(result.status()).startsWith("Sidecar spawn failed: Sidecar reported");
      }
      assertThat(Files.readAllLines(trace).stream().filter(it -> it.contains("initialize")))
          .hasSize(3);
    }
  }

  @Test
  void healthHasTheContractsWords() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder)) {
      sidecar.awaitState(PluginState.RUNNING);
    }
    Sidecar any =
        SidecarFolders.sidecar(
            folder,
            SidecarManifest.parse(
                "{\"packageId\":\"a\",\"protocol\":{\"id\":\"p\",\"name\":\"P\"},\"executable\":\"x\"}"),
            SidecarOptions.DEFAULT);
    SidecarDefinition definition = new SidecarDefinition(any);
    Failure crash = new Failure(FailureCode.CRASHED, "p", "Sidecar exited with code 1");
    Failure start = new Failure(FailureCode.HANDSHAKE_FAILED, "p", "no");
    assertThat(definition.health(PluginState.STARTING, Optional.empty()).word())
        .isEqualTo("starting");
    assertThat(definition.health(PluginState.RUNNING, Optional.empty()).word())
        .isEqualTo("healthy");
    assertThat(definition.health(PluginState.DOWN, Optional.of(crash)))
        .isEqualTo(new Health("crashed", "Sidecar exited with code 1"));
    assertThat(definition.health(PluginState.DOWN, Optional.of(start)))
        .isEqualTo(new Health("unhealthy", "no"));
    assertThat(definition.tag()).isEqualTo("sidecar: p");
  }

  /** How the start fails that the first call asks for. */
  private Failure failureOf(String flag) throws Exception {
    Path own = Files.createTempDirectory(folder, "s");
    try (var host = TestSidecar.builder(own, "", flag).forOneCommand().build()) {
      PluginFailure thrown =
          catchThrowableOfType(PluginFailure.class, () -> host.plugin("echo").tools());
      return thrown.failure();
    }
  }
}
