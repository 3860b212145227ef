package io.polyplug.ainb;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.ainb.protocol.KeyEvent;
import io.polyplug.build.testing.Fifo;
import io.polyplug.host.PluginState;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a plugin is ended: 5.2 and traps 4 and 7. */
class ShutdownRulesTest {
  private static final String NAMESPACE =
      """
      [capabilities]
      event_bus = true
      [provides]
      cli_namespaces = ["x"]
      [subscribes]
      snapshots = ["t"]
      """;
  private static final String CLI =
      "plugin.on('plugin/cli_dispatch', lambda p: {'stdout': '', 'stderr': '', 'exit_code': 0})\n";

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

  private ProcessHandle start(String body) throws Exception {
    stage.plugin("p", NAMESPACE, CLI + body);
    stage.ainb("p").cli("x", List.of(), Optional.empty());
    return ProcessHandle.of(stage.plugin("p").status().pid().orElseThrow()).orElseThrow();
  }

  @Test
  void itIsAskedThenItsInputIsClosedAndItEndsByItself() throws Exception {
    start(
        """
        def shutdown(params):
            note("asked " + json.dumps(params))
            note("still served: " + str(plugin.result("host/snapshot/get", {"topic": "t"})))
            return {}
        plugin.on("plugin/shutdown", shutdown)
        plugin.serve()
        note("input closed")
        open("ended", "w").close()
        """);
    stage.close();
    assertThat(stage.lines("p"))
        .containsSubsequence(
            "asked {}", "still served: {'payload': None, 'version': 0}", "input closed");
    assertThat(stage.root.resolve("p/ended")).exists();
    assertThat(stage.states("p"))
        .endsWith(PluginState.RUNNING, PluginState.STOPPING, PluginState.CLOSED);
  }

  @Test
  void oneThatExitsWithoutReplyingIsCleanToo() throws Exception {
    start("plugin.on('plugin/shutdown', lambda p: sys.exit(0))\nplugin.serve()\n");
    stage.close();
    assertThat(stage.states("p")).endsWith(PluginState.STOPPING, PluginState.CLOSED);
  }

  @Test
  void oneThatIgnoresEverythingIsKilledWithItsDescendants() throws Exception {
    try (Fifo child = new Fifo(stage.root.resolve("child"))) {
      ProcessHandle process =
          start(
              """
              import signal, subprocess
              signal.signal(signal.SIGTERM, signal.SIG_IGN)
              subprocess.Popen(["sh", "-c", "exec 9>'%s'; echo up >&9; exec sleep 1000"])
              plugin.on("plugin/shutdown", lambda p: threading.Event().wait())
              plugin.serve()
              """
                  .formatted(child.path()));
      assertThat(child.awaitLine()).isEqualTo("up");
      stage.close();
      assertThat(process.isAlive()).isFalse();
      child.awaitEnd();
    }
  }

  @Test
  void afterShutdownNothingIsSentButReplies() throws Exception {
    start(
        """
        def shutdown(params):
            note("stopping")
            while plugin.result("host/snapshot/get", {"topic": "go"})["version"] == 0:
                pass
            note("got %d" % len(plugin.waiting))
            return {}
        plugin.on("plugin/shutdown", shutdown)
        plugin.serve()
        """);
    Thread closing = Thread.ofVirtual().start(stage::close);
    stage.line("p", "stopping");
    stage.host().bus().publish("host", "t", new byte[0]);
    stage.ainb("p").key("main", KeyEvent.read(Json.parse("{\"code\":{\"type\":\"esc\"}}")));
    stage.host().bus().publish("host", "go", new byte[0]);
    stage.line("p", "got 0");
    closing.join();
  }

  @Test
  void aPluginThatIsStillStartingIsEndedToo() throws Exception {
    stage.plugin(
        "p", NAMESPACE + "[lifecycle]\nspawn = \"eager\"\n", "read()\nnote('up')\nread()\n");
    stage.host();
    stage.line("p", "up");
    stage.close();
    assertThat(stage.plugin("p").state()).isEqualTo(PluginState.CLOSED);
  }
}
