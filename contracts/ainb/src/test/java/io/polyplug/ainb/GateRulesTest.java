package io.polyplug.ainb;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.ainb.net.TestServer;
import io.polyplug.host.HostEvent;
import io.polyplug.host.PluginState;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Section 9 and the services of 5.3 to 5.5, asked for by a real plugin. */
class GateRulesTest {
  private static final String RUN =
      """
      def action(name, payload=b"", timeout=0):
          params = {"action": name, "payload": b64(payload), "timeout_ms": timeout}
          reply = plugin.ask("host/action/invoke", params)
          if "error" in reply:
              return "%d %s" % (reply["error"]["code"], reply["error"]["message"])
          return unb64(reply["result"]["payload"]).decode()
      def fetch(url):
          reply = plugin.ask("host/network/fetch", {"url": url})
          if "error" in reply:
              return "%d %s" % (reply["error"]["code"], reply["error"]["message"])
          return "%d %s" % (reply["result"]["status"], unb64(reply["result"]["body"]).decode())
      plugin.on("host/action/invoke", lambda p: {"payload": b64(b"by " + name().encode() + b": " + unb64(p["payload"]))})
      """
          + Stage.RUNS_ARGUMENTS;

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

  private void plugin(String name, String capabilities) throws Exception {
    stage.plugin(
        name,
        "[provides]\ncli_namespaces = [\"" + name + "\"]\n[capabilities]\n" + capabilities,
        RUN);
  }

  @Test
  void withoutGrantsEveryGatedCallIsDeniedByItsName() throws Exception {
    plugin("bare", "network = []\n");
    Path sessions = Files.createDirectories(stage.home.resolve(".agents-in-a-box/sessions"));
    Path claude = Files.createDirectories(stage.home.resolve(".claude/projects"));
    Path codex = Files.createDirectories(stage.home.resolve(".codex/sessions"));
    assertThat(
            stage.run(
                "bare",
                "plugin.error('host/network/fetch', {'url': 'http://127.0.0.1/'})",
                "plugin.error('host/network/fetch', {})",
                "plugin.error('host/fs/read_dir', {'path': '" + sessions + "'})",
                "plugin.error('host/fs/read_file', {'path': '" + claude + "/x'})",
                "plugin.error('host/fs/read_file', {'path': '" + codex + "/x'})",
                "plugin.error('host/fs/read_file', {'path': '/etc/passwd'})",
                "plugin.error('host/fs/read_file', {})",
                "action('plugin_data.write', b'{}')",
                "action('process.exec', b'{}')",
                "action('host.echo', b'echo')",
                "action('nobody.has.this')"))
        .containsExactly(
            "-32001 capability denied: network",
            "-32001 capability denied: network",
            "-32001 capability denied: read_sessions",
            "-32001 capability denied: read_claude_logs",
            "-32001 capability denied: read_codex_logs",
            "-32001 capability denied: read_paths",
            "-32602 path: expected a string",
            "-32001 capability denied: write_plugin_data",
            "-32001 capability denied: spawn_subprocess",
            "echo",
            "-32601 method not found: nobody.has.this");
    assertThat(stage.states("bare")).containsExactly(PluginState.STARTING, PluginState.RUNNING);
  }

  @Test
  void withGrantsTheSameCallsWork() throws Exception {
    plugin(
        "full",
        """
        read_sessions = true
        write_plugin_data = true
        spawn_subprocess = true
        network = ["127.0.0.1"]
        """);
    Path sessions = Files.createDirectories(stage.home.resolve(".agents-in-a-box/sessions"));
    Files.writeString(sessions.resolve("one"), "1");
    try (TestServer server =
            TestServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        TestServer away =
            TestServer.answering(
                "HTTP/1.1 302 Found\r\nLocation: http://localhost/\r\nContent-Length: 0\r\n\r\n")) {
      assertThat(
              stage.run(
                  "full",
                  "plugin.result('host/fs/read_dir', {'path': '~/.agents-in-a-box/sessions'})",
                  "plugin.result('host/fs/read_file', {'path': '" + sessions + "/one'})",
                  "plugin.error('host/fs/read_file', {'path': '" + sessions + "/two'})[:6]",
                  "fetch('" + server.url("/") + "')",
                  "fetch('" + away.url("/") + "')",
                  "action('plugin_data.write', b'{\"path\":\"a/b\",\"bytes\":\"eA==\"}')",
                  "action('plugin_data.write', b'{\"path\":\"../b\",\"bytes\":\"eA==\"}')",
                  "json.loads(action('process.exec', b'{\"argv\":[\"pwd\"]}'))['exit_code']"))
          .containsExactly(
              "{'entries': [{'name': 'one', 'is_dir': False, 'size': 1}]}",
              "{'bytes': 'MQ=='}",
              "-32602",
              "200 ok",
              "-32001 capability denied: network",
              "{\"written\":1}",
              "-32001 capability denied: write_plugin_data",
              "0");
    }
    assertThat(stage.home.resolve(".agents-in-a-box/plugins/full/a/b")).hasContent("x");
  }

  @Test
  void anActionThatTakesTooLongIsAnsweredAtOnceAndTheCallerGoesOn() throws Exception {
    plugin("caller", "");
    assertThat(
            stage.run(
                "caller",
                "action('host.sleep', b'{\"ms\":600000}', 200)",
                "action('host.sleep', b'{\"ms\":1}', 0)",
                "action('host.sleep', b'nonsense')[:6]",
                "action('host.sleep', b'{\"ms\":1,\"pad\":\"' + b'x' * 100000 + b'\"}')[:6]",
                "action('host.echo', b'still here')"))
        .containsExactly(
            "-32002 action timed out: host.sleep", "{}", "-32602", "-32602", "still here");
  }

  @Test
  void anActionIsRoutedToTheFirstOtherPluginWithThatNamespace() throws Exception {
    plugin("caller", "");
    plugin("owner", "");
    stage.plugin("silent", "[provides]\ncli_namespaces = [\"silent\"]\n", "plugin.serve()\n");
    assertThat(stage.plugin("owner").state()).isEqualTo(PluginState.IDLE);
    assertThat(
            stage.run(
                "caller",
                "action('owner', b'hello')",
                "action('caller', b'me')",
                "action('silent', b'x')"))
        .containsExactly(
            "by owner: hello",
            "-32601 method not found: caller",
            "-32601 method not found: host/action/invoke");
    assertThat(stage.plugin("owner").state()).isEqualTo(PluginState.RUNNING);
  }

  @Test
  void aTargetThatDiesIsAnInternalErrorAndASlowStartATimeout() throws Exception {
    plugin("caller", "");
    stage.plugin(
        "dies",
        "[provides]\ncli_namespaces = [\"dies\"]\n",
        "plugin.on('host/action/invoke', lambda p: os._exit(7))\nplugin.serve()\n");
    stage.plugin("slow", "[provides]\ncli_namespaces = [\"slow\"]\n", "read()\nread()\n");
    assertThat(stage.run("caller", "action('dies')", "action('slow', timeout=300)"))
        .satisfiesExactly(
            died -> assertThat(died).startsWith("-32603").contains("plugin exited with code 7"),
            late -> assertThat(late).isEqualTo("-32002 action timed out: slow"));
    assertThat(stage.plugin("caller").state()).isEqualTo(PluginState.RUNNING);
  }

  @Test
  void aSlowServiceDelaysNothingThatComesAfterIt() throws Exception {
    plugin("caller", "event_bus = true\n");
    assertThat(
            stage.run(
                "caller",
                "send({'jsonrpc': '2.0', 'id': 900, 'method': 'host/action/invoke',"
                    + " 'params': {'action': 'host.sleep', 'payload': b64('{\"ms\": 600000}')}})",
                "plugin.result('host/snapshot/get', {'topic': 't'})",
                "[m for m in plugin.waiting if m.get('id') == 900]"))
        .containsExactly("None", "{'payload': None, 'version': 0}", "[]");
  }

  @Test
  void logRecordsBelowTheMinimumAreDroppedAndBadOnesToo() throws Exception {
    stage.plugin(
        "logs",
        "[provides]\ncli_namespaces = [\"logs\"]\n",
        """
        for level in ["trace", "debug", "info", "warn", "error", "loud"]:
            plugin.tell("host/log", {"level": level, "message": level + "-msg", "fields": {"n": 1}})
        plugin.tell("host/log", {"level": "warn"})
        """
            + RUN);
    stage.run("logs");
    // What is heard is heard in order, but a moment after the call.
    stage.await(HostEvent.LogLine.class, it -> it.text().endsWith("message: expected a string"));
    assertThat(stage.lines("logs"))
        .containsExactly(
            "info-msg {\"n\": 1}",
            "warn-msg {\"n\": 1}",
            "error-msg {\"n\": 1}",
            "host/log was dropped: level: expected trace, debug, info, warn or error",
            "host/log was dropped: message: expected a string");
    assertThat(
            stage.await(HostEvent.LogLine.class, it -> it.text().startsWith("error-msg")).level())
        .isEqualTo(HostEvent.Level.ERROR);
  }

  @Test
  void aReplyTooLargeForAFrameIsAnErrorAndNotAnOversizeFrame() throws Exception {
    plugin("reads", "read_sessions = true\n");
    Path sessions = Files.createDirectories(stage.home.resolve(".agents-in-a-box/sessions"));
    Files.write(sessions.resolve("big"), new byte[13 << 20]);
    Files.write(sessions.resolve("fits"), new byte[(12 << 20) - 4096]);
    assertThat(
            stage.run(
                "reads",
                "plugin.error('host/fs/read_file', {'path': '" + sessions + "/big'})",
                "len(unb64(plugin.result('host/fs/read_file', {'path': '"
                    + sessions
                    + "/fits'})['bytes']))"))
        .containsExactly("-32603 response exceeds frame limit", "12578816");
  }
}
