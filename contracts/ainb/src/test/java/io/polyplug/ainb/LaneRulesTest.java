package io.polyplug.ainb;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.ainb.protocol.KeyEvent;
import io.polyplug.ainb.protocol.MouseEvent;
import io.polyplug.ainb.protocol.MouseKind;
import io.polyplug.host.PluginState;
import io.polyplug.wire.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Section 4.4: what overtakes what on the way to a plugin. */
class LaneRulesTest {
  private static final KeyEvent ESC =
      KeyEvent.read(Json.parse("{\"code\":{\"type\":\"esc\"},\"mods\":0,\"kind\":\"press\"}"));

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

  private String cli(String plugin) {
    return new String(
        stage.ainb(plugin).cli("x", List.of(), Optional.empty()).stdout(), StandardCharsets.UTF_8);
  }

  private static final String SLOW_READER =
      """
      seen = []
      def event(params):
          if not seen:
              note("first chunk")
              # Reads nothing more until the test has sent a key.
              while not os.path.exists("go"):
                  threading.Event().wait(0.01)
          seen.append(unb64(params["payload"])[:4].decode())
      plugin.on("plugin/handle_event", event)
      plugin.on("plugin/handle_key", lambda p: seen.append(p["key"]["code"]["type"]))
      plugin.on("plugin/cli_dispatch", lambda p: {"stdout": b64(" ".join(seen)), "stderr": "", "exit_code": 0})
      plugin.serve()
      """;

  @Test
  void aKeyOvertakesSixtyMebibytesOfChunksAndNoneOfThemIsLost() throws Exception {
    stage.plugin(
        "slow",
        """
        [capabilities]
        event_bus = true
        [provides]
        cli_namespaces = ["x"]
        screens = ["main"]
        [subscribes]
        snapshots = ["data"]
        """,
        SLOW_READER);
    cli("slow");
    for (int i = 0; i < 30; i++) {
      byte[] chunk = new byte[2 << 20];
      System.arraycopy("%04d".formatted(i).getBytes(StandardCharsets.UTF_8), 0, chunk, 0, 4);
      stage.host().bus().publish("host", "data", chunk);
    }
    stage.line("slow", "first chunk");
    assertThat(stage.ainb("slow").key("main", ESC)).isTrue();
    Files.createFile(stage.root.resolve("slow/go"));
    List<String> seen = List.of(cli("slow").split(" "));
    assertThat(seen).hasSize(31);
    // A chunk or two were on their way already.
    assertThat(seen.indexOf("esc")).isBetween(1, 3);
    assertThat(seen.stream().filter(it -> !it.equals("esc"))).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void keysToAPluginThatDoesNotRunAreDroppedAndStartNothing() throws Exception {
    stage.plugin("slow", "[provides]\ncli_namespaces = [\"x\"]", SLOW_READER);
    assertThat(stage.ainb("slow").key("main", ESC)).isFalse();
    assertThat(stage.plugin("slow").state()).isEqualTo(PluginState.IDLE);
    assertThat(cli("slow")).isEmpty();
  }

  @Test
  void keysAloneAreNumberedForTheWholeHostFromZero() throws Exception {
    String body =
        """
        seen = []
        plugin.on("plugin/handle_key", lambda p: seen.append("%s:%d" % (p["screen_id"], p["generation"])))
        plugin.on("plugin/cli_dispatch", lambda p: {"stdout": b64(" ".join(seen)), "stderr": "", "exit_code": 0})
        plugin.serve()
        """;
    stage
        .plugin("a", "[provides]\ncli_namespaces = [\"x\"]", body)
        .plugin("b", "[provides]\ncli_namespaces = [\"x\"]", body);
    cli("a");
    cli("b");
    stage.ainb("a").key("one", ESC);
    stage.ainb("b").key("two", ESC);
    stage.ainb("b").mouse("two", new MouseEvent(MouseKind.Plain.SCROLL_UP, 1, 1, 0));
    stage.ainb("a").key("three", ESC);
    assertThat(cli("a")).isEqualTo("one:0 three:2");
    assertThat(cli("b")).isEqualTo("two:1");
  }

  @Test
  void aPluginThatStopsReadingIsKilledAsStuckAndHoldsUpNobody() throws Exception {
    stage.plugin(
        "stuck",
        """
        [capabilities]
        event_bus = true
        [subscribes]
        snapshots = ["data"]
        [provides]
        cli_namespaces = ["x"]
        """,
        """
        plugin.on("plugin/cli_dispatch", lambda p: {"stdout": "", "stderr": "", "exit_code": 0})
        def event(params):
            note("stuck now")
            threading.Event().wait()
        plugin.on("plugin/handle_event", event)
        plugin.serve()
        """);
    stage.plugin(
        "other",
        "[provides]\ncli_namespaces = [\"x\"]",
        """
        plugin.on("plugin/cli_dispatch", lambda p: {"stdout": b64("fine"), "stderr": "", "exit_code": 0})
        plugin.serve()
        """);
    cli("stuck");
    stage.host().bus().publish("host", "data", new byte[0]);
    stage.line("stuck", "stuck now");
    stage.host().bus().publish("host", "data", new byte[4 << 20]);
    assertThat(cli("other")).isEqualTo("fine");
    stage.entered("stuck", PluginState.BACKOFF, 1);
    assertThat(cli("other")).isEqualTo("fine");
    assertThat(stage.states("other")).containsExactly(PluginState.STARTING, PluginState.RUNNING);
  }
}
