package io.polyplug.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.Greeting;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.mcp.protocol.Implementation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a server is met over standard streams, whatever revision it speaks. */
class HandshakeRulesTest {
  @TempDir Path folder;

  private List<String> traced(String... flags) throws Exception {
    Path trace = folder.resolve("trace");
    String[] all = Arrays.copyOf(flags, flags.length + 1);
    all[flags.length] = "trace=" + trace;
    try (Scripted server = Scripted.with(folder, all)) {
      server.call("echo", "{\"text\":\"hi\"}");
    }
    return Files.readAllLines(trace);
  }

  private Failure failureOf(String toml, String... flags) throws Exception {
    try (Scripted server = Scripted.with(folder, McpHooks.NONE, toml, flags)) {
      return catchThrowableOfType(PluginFailure.class, () -> server.call("echo", "{}")).failure();
    }
  }

  @Test
  void aModernServerIsAskedOnceAndNeverInitialized() throws Exception {
    List<String> lines = traced("modern");
    assertThat(lines.get(0))
        .contains("\"method\":\"server/discover\"")
        .contains("\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"")
        .contains("\"io.modelcontextprotocol/clientInfo\":{\"name\":\"polyplug\"")
        .contains("\"io.modelcontextprotocol/clientCapabilities\":{}");
    assertThat(lines.get(1)).contains("\"method\":\"tools/call\"");
    assertThat(lines.get(2)).isEqualTo("end of input");
    assertThat(lines).hasSize(3);
  }

  @Test
  void everyRequestToAModernServerCarriesItsMetadata() throws Exception {
    try (Scripted server = Scripted.with(folder, "modern")) {
      assertThat(server.call("meta", "{}").output().toString())
          .contains("protocolVersion", "clientInfo", "clientCapabilities")
          .doesNotContain("progressToken", "logLevel");
    }
  }

  @Test
  void aLegacyServerIsInitializedWithTheNewestLegacyVersionAndToldThatItIs() throws Exception {
    List<String> lines = traced();
    assertThat(lines.get(1))
        .contains("\"method\":\"initialize\"")
        .contains("\"protocolVersion\":\"2025-11-25\"")
        .contains("\"capabilities\":{}");
    assertThat(lines.get(2)).contains("\"method\":\"notifications/initialized\"");
    assertThat(lines.get(3)).contains("tools/call").doesNotContain("_meta");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"})
  void everyLegacyVersionIsAccepted(String version) throws Exception {
    try (Scripted server = Scripted.with(folder, "version=" + version)) {
      assertThat(server.client().server().version()).isEqualTo(version);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2023-01-01", "2026-07-28", ""})
  void anyOtherVersionIsRefusedByName(String version) throws Exception {
    Failure failure = failureOf("", "version=" + version);
    assertThat(failure.code()).isEqualTo(FailureCode.PROTOCOL_VERSION_MISMATCH);
    assertThat(failure.message()).contains("\"" + version + "\"", "2025-11-25");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-32601", "-32602", "-32000", "-1"})
  void anyErrorThatIsNotModernTellsALegacyServer(String code) throws Exception {
    try (Scripted server = Scripted.with(folder, "probe_code=" + code)) {
      assertThat(server.client().server().modern()).isFalse();
    }
  }

  @Test
  void aServerThatStaysSilentIsTakenForALegacyOne() throws Exception {
    try (Scripted server =
        Scripted.with(folder, McpHooks.NONE, "probe_timeout = '100ms'", "silent_probe")) {
      assertThat(server.client().server().modern()).isFalse();
    }
  }

  @Test
  void aServerThatExitsOnTheQuestionIsStartedAgain() throws Exception {
    List<String> lines = traced("exit_on_probe");
    assertThat(lines.get(0)).contains("server/discover");
    assertThat(lines.get(1)).contains("\"id\":1").contains("\"method\":\"initialize\"");
  }

  @Test
  void aLegacyServerIsNotAskedAgainAtTheNextStart() throws Exception {
    Path trace = folder.resolve("trace");
    for (int run = 0; run < 2; run++) {
      try (var host =
          Scripted.builder(folder, McpHooks.NONE, "", "trace=" + trace)
              .rememberIn(folder.resolve("cache"))
              .build()) {
        host.plugin("it").as(McpServerClient.class).ping();
      }
    }
    assertThat(Files.readAllLines(trace).stream().filter(it -> it.contains("server/discover")))
        .hasSize(1);
  }

  @Test
  void whatIsRememberedWronglyIsFoundOut() throws Exception {
    Path cache = folder.resolve("cache");
    Path script = folder.resolve("server.py");
    try (var host = Scripted.builder(folder, McpHooks.NONE, "").rememberIn(cache).build()) {
      assertThat(host.plugin("it").as(McpServerClient.class).server().modern()).isFalse();
    }
    try (var host = Scripted.builder(folder, McpHooks.NONE, "").rememberIn(cache).build()) {
      // The same command is another server now.
      Files.writeString(script, Files.readString(script).replace("\"modern\" in flags", "True"));
      assertThat(host.plugin("it").as(McpServerClient.class).server().modern()).isTrue();
    }
  }

  @Test
  void aServerThatListsOlderVersionsIsInitializedWithTheNewestOfThem() throws Exception {
    List<String> lines = traced("unsupported=2024-11-05,2025-06-18,1999-01-01");
    assertThat(lines.get(1)).contains("initialize", "\"protocolVersion\":\"2025-06-18\"");
  }

  @Test
  void aServerThatListsNoVersionOfOursIsRefused() throws Exception {
    Failure failure = failureOf("", "unsupported=2031-01-01");
    assertThat(failure.code()).isEqualTo(FailureCode.PROTOCOL_VERSION_MISMATCH);
    assertThat(failure.message()).contains("2031-01-01", "2026-07-28");
    assertThat(failureOf("", "modern", "versions=2031-01-01").code())
        .isEqualTo(FailureCode.PROTOCOL_VERSION_MISMATCH);
  }

  @Test
  void aModernServerThatOffersOnlyALegacyVersionIsInitialized() throws Exception {
    try (Scripted server = Scripted.with(folder, "modern", "dual", "versions=2025-11-25")) {
      assertThat(server.client().server().version()).isEqualTo("2025-11-25");
    }
  }

  @Test
  void whatTheServerSaysOfItselfIsKept() throws Exception {
    for (String era : List.of("modern", "legacy")) {
      try (Scripted server = Scripted.with(folder, era)) {
        McpServerInfo info = server.client().server();
        assertThat(info.info()).extracting(Implementation::name).isEqualTo("scripted");
        assertThat(info.info().version()).isEqualTo("1.2.3");
        assertThat(info.instructions()).contains("Be kind.");
        assertThat(info.has("tools")).isTrue();
        assertThat(info.has("resources", "subscribe")).isTrue();
        assertThat(info.has("tools", "listChanged")).isFalse();
        Greeting greeting = server.plugin().status().greeting().orElseThrow();
        assertThat(greeting.protocol()).isEqualTo("MCP " + info.version());
        assertThat(greeting.answer().toString()).contains("capabilities", "Be kind.");
      }
    }
  }

  @Test
  void aRefusedHandshakeIsAFailureWithTheServersWords() throws Exception {
    Failure failure = failureOf("", "no_initialize");
    assertThat(failure.code()).isEqualTo(FailureCode.HANDSHAKE_FAILED);
    assertThat(failure.message()).contains("no such method");
  }

  @Test
  void anUnansweredHandshakeEndsInTime() throws Exception {
    Failure failure = failureOf("start_timeout = '200ms'", "silent_initialize");
    assertThat(failure.code()).isEqualTo(FailureCode.TIMEOUT);
    assertThat(failure.message()).contains("initialize", "200 ms");
  }

  @Test
  void aServerThatExitsAtOnceIsAFailureWithItsLastWords() throws Exception {
    Failure failure = failureOf("", "exit=4");
    assertThat(failure.code()).isEqualTo(FailureCode.HANDSHAKE_FAILED);
    assertThat(failure.message()).contains("exited with code 4");
    assertThat(failure.stderr()).containsExactly("cannot find my configuration");
  }

  @Test
  void aProgramThatIsNotThereIsALaunchFailure() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("polyplug.toml"),
            "[[plugin]]\ncontract='mcp'\nid='it'\ncommand='no-such-program-here'\n");
    try (var host = PluginHost.builder().contract(new McpContract()).configFile(file).build()) {
      PluginFailure failure =
          catchThrowableOfType(
              PluginFailure.class, () -> host.plugin("it").as(McpServerClient.class).ping());
      assertThat(failure.failure().code()).isEqualTo(FailureCode.LAUNCH_FAILED);
    }
  }
}
