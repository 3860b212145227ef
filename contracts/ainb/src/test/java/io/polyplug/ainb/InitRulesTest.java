package io.polyplug.ainb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.ainb.protocol.KeyEvent;
import io.polyplug.base.ManualClock;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginState;
import io.polyplug.wire.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 5.1 and the init window of 4.4. */
class InitRulesTest {
  private static final String CLI =
      """
      plugin.on("plugin/cli_dispatch",
          lambda p: {"stdout": b64(json.dumps(seen)), "stderr": "", "exit_code": 0})
      plugin.serve()
      """;

  @TempDir Path folder;
  private Stage stage;

  @BeforeEach
  void open() throws Exception {
    stage = new Stage(folder);
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private String seen(String plugin) {
    return new String(
        stage.ainb(plugin).cli("x", List.of(), Optional.empty()).stdout(), StandardCharsets.UTF_8);
  }

  @Test
  void initIsFirstAndTellsManifestGrantsAndAbi() throws Exception {
    stage.plugin(
        "weather",
        """
        [capabilities]
        network = ["api.example.com"]
        event_bus = true
        read_sessions = []
        unknown = true
        [provides]
        cli_namespaces = ["x"]
        """,
        """
        first = read()
        seen = first
        plugin.waiting.append(first)
        """
            + CLI);
    Json init = Json.parse(seen("weather"));
    assertThat(init.toString())
        .contains("\"method\": \"plugin/init\"")
        .contains("\"id\": 1")
        .contains("\"manifest_path\": \"" + stage.root.resolve("weather/manifest.toml") + "\"")
        .contains("\"granted_capabilities\": [\"event_bus\", \"network\"]")
        .contains("\"abi_version\": 2")
        .contains("\"config\": null")
        .contains("\"kind\": \"polyplug\"");
  }

  @Test
  void reverseCallsAreAnsweredWhileInitIsOpenAndNothingElseIsSent() throws Exception {
    stage.plugin(
        "early",
        """
        [capabilities]
        event_bus = true
        [provides]
        cli_namespaces = ["x"]
        screens = ["main"]
        [subscribes]
        snapshots = ["tick"]
        """,
        """
        seen = []
        def init(params):
            seen.append(plugin.result("host/snapshot/subscribe", {"topic": "other"}))
            plugin.publish("hello", "from init")
            seen.append(unb64(plugin.result("host/snapshot/get", {"topic": "hello"})["payload"]).decode())
            note("in init")
            # Until the test has queued an event, a key and a frame.
            while plugin.result("host/snapshot/get", {"topic": "go"})["version"] == 0:
                pass
            seen.append(len(plugin.waiting))
            return {"name": "early", "version": "1.0.0"}
        plugin.on("plugin/init", init)
        plugin.on("plugin/handle_event", lambda p: seen.append(p["topic"]))
        plugin.on("plugin/handle_key", lambda p: seen.append("key"))
        """
            + CLI);
    Thread caller = Thread.ofVirtual().start(() -> seen("early"));
    stage.line("early", "in init");
    assertThat(
            stage
                .ainb("early")
                .key("main", KeyEvent.read(Json.parse("{\"code\":{\"type\":\"esc\"}}"))))
        .isFalse();
    stage.host().bus().publish("host", "tick", new byte[0]);
    stage.host().bus().publish("host", "other", new byte[0]);
    assertThat(stage.plugin("early").state()).isEqualTo(PluginState.STARTING);
    stage.host().bus().publish("host", "go", new byte[0]);
    caller.join();
    assertThat(seen("early")).isEqualTo("[{}, \"from init\", 0, \"tick\", \"other\"]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'name': name(), 'version': '1.0.0'}",
        "{'name': name()}",
        "{'manifest': {'plugin': {'name': name(), 'version': '1.0.0', 'abi_version': 2}}, 'abi_version': 2}",
        "{'name': name(), 'abi_version': 2, 'manifest': {'plugin': {'name': name()}}, 'more': [1]}"
      })
  void bothShapesOfTheReplyAreAccepted(String reply) throws Exception {
    stage.plugin(
        "shape",
        "[provides]\ncli_namespaces = [\"x\"]",
        "seen = 1\nplugin.on('plugin/init', lambda p: " + reply + ")\n" + CLI);
    assertThat(seen("shape")).isEqualTo("1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'name': 'other'} | handshake_failed | its name is \"other\", its manifest says \"shape\"",
        "{'name': name(), 'version': '1.0.1'} | handshake_failed | its version is \"1.0.1\"",
        "{'name': name(), 'abi_version': 3} | protocol_version_mismatch | it speaks ABI 3",
        "{'name': name(), 'manifest': {'plugin': {'name': name(), 'abi_version': 1}}} | protocol_version_mismatch | ABI 1",
        "{'name': name(), 'manifest': {'plugin': {'name': 'x'}}} | handshake_failed | its name is \"x\"",
        "{'version': '1.0.0'} | handshake_failed | has no name",
        "None | handshake_failed | cannot be read",
        "{'name': 7} | handshake_failed | name: expected a string",
        "[] | handshake_failed | expected an object"
      })
  void aReplyThatDoesNotFitTheManifestIsAFailedStart(String reply, String code, String part)
      throws Exception {
    stage.plugin(
        "shape",
        "[provides]\ncli_namespaces = [\"x\"]",
        "seen = 1\nplugin.on('plugin/init', lambda p: " + reply + ")\n" + CLI);
    PluginFailure failure = catchThrowableOfType(PluginFailure.class, () -> seen("shape"));
    assertThat(failure.failure().code().code()).isEqualTo(code);
    assertThat(failure.failure().message()).contains(part);
    stage.entered("shape", PluginState.BACKOFF, 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "m = read(); send({'jsonrpc': '2.0', 'id': m['id'], 'error': {'code': -32003, 'message': 'no'}}); read() | init was answered with an error: no",
        "read(); sys.exit(0) | plugin exited with code 0 before it answered init",
        "read(); raw(b'hello\\n') ; read() | it was killed",
        "sys.exit(3) | plugin exited with code 3 before it answered init"
      })
  void noGoodReplyIsAFailedStart(String body, String part) throws Exception {
    stage.plugin("bad", "[provides]\ncli_namespaces = [\"x\"]", body.replace("; ", "\n"));
    PluginFailure failure = catchThrowableOfType(PluginFailure.class, () -> seen("bad"));
    assertThat(failure.failure().message()).contains(part);
    stage.entered("bad", PluginState.BACKOFF, 1);
  }

  @Test
  void noReplyWithinTenSecondsIsAFailedStart() throws Exception {
    ManualClock clock = new ManualClock();
    stage
        .clock(clock)
        .plugin("mute", "[provides]\ncli_namespaces = [\"x\"]", "read()\nnote('asked')\nread()\n");
    Thread caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  PluginFailure failure =
                      catchThrowableOfType(PluginFailure.class, () -> seen("mute"));
                  assertThat(failure.failure().code()).isEqualTo(FailureCode.TIMEOUT);
                });
    stage.line("mute", "asked");
    while (caller.isAlive()) {
      clock.advance(Duration.ofSeconds(10));
      Thread.onSpinWait();
    }
    stage.entered("mute", PluginState.BACKOFF, 1);
  }

  @Test
  void aProgramThatIsMissingIsAFailedStart() throws Exception {
    stage.plugin("gone", "[provides]\ncli_namespaces = [\"x\"]", "");
    java.nio.file.Files.delete(stage.root.resolve("gone/gone"));
    PluginFailure failure = catchThrowableOfType(PluginFailure.class, () -> seen("gone"));
    assertThat(failure.failure().code()).isEqualTo(FailureCode.LAUNCH_FAILED);
    stage.entered("gone", PluginState.BACKOFF, 1);
  }
}
