package io.polyplug.ainb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.ainb.protocol.CliReply;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginException;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginState;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolChannel;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolResult;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rendering, looking at a screen, and the command line: 5.2, 6.1 and the uniform tools. */
class ScreenRulesTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String TABLES =
      """
      [capabilities]
      event_bus = true
      [provides]
      screens = ["main"]
      commands = ["/go"]
      cli_namespaces = ["x"]
      [subscribes]
      snapshots = ["t"]
      """;
  private static final String BODY =
      """
      shown = ["-"]
      wants_more = [0]
      def render(params):
          if shown[0] == "hang":
              note("hanging")
              while plugin.result("host/snapshot/get", {"topic": "go"})["version"] == 0:
                  pass
          if shown[0] == "wide":
              return {"buffer": {"width": 70000, "height": 1, "cells": []}}
          if wants_more[0]:
              wants_more[0] -= 1
              shown[0] = "more%d" % wants_more[0]
          return {"buffer": {"width": params["viewport"]["width"], "height": params["viewport"]["height"],
                             "cells": [[{"x": 0, "y": 0}, {"symbol": shown[0], "modifier": 0}]]},
                  "redraw": wants_more[0] > 0}
      def key(params):
          code = params["key"]["code"]
          shown[0] = code.get("ch", code["type"])
          if shown[0] == "q":
              plugin.publish("ui.close_request", json.dumps({"screen_id": params["screen_id"]}))
          if shown[0] == "r":
              wants_more[0] = 3
      def event(params):
          shown[0] = unb64(params["payload"]).decode()
      def action(params):
          shown[0] = params["action_id"] + json.dumps(params["payload"])
      def cli(params):
          argv = params["argv"]
          if argv == ["fail"]:
              os._exit(1)
          return {"stdout": b64("out " + " ".join(argv)), "stderr": b64(b"\\xff\\x00err"), "exit_code": len(argv)}
      plugin.on("plugin/render", render)
      plugin.on("plugin/handle_key", key)
      plugin.on("plugin/handle_event", event)
      plugin.on("plugin/handle_action", action)
      plugin.on("plugin/cli_dispatch", cli)
      plugin.serve()
      """;

  @TempDir Path folder;
  private Stage stage;

  @BeforeEach
  void open() throws Exception {
    stage = new Stage(folder);
    stage.plugin("p", TABLES, BODY);
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private static Json key(String ch) {
    return Json.parse(
        "{\"type\":\"key\",\"key\":{\"code\":{\"type\":\"char\",\"ch\":\""
            + ch
            + "\"},\"mods\":0}}");
  }

  private static void awaitShown(ToolChannel screen, String part) {
    String seen = "";
    while (!seen.contains(part)) {
      seen = screen.next(LONG).orElseThrow().toString();
    }
  }

  @Test
  void theToolsAreKnownWithoutAStart() {
    assertThat(stage.plugin("p").tools())
        .extracting(ToolInfo::name)
        .containsExactly("cli/x", "command/go", "render/main", "screen/main");
    assertThat(stage.plugin("p").state()).isEqualTo(PluginState.IDLE);
  }

  @Test
  void oneFrameIsAToolCall() {
    ToolResult frame =
        stage
            .plugin("p")
            .tool("render/main")
            .call(ToolCall.of(Json.parse("{\"width\":10,\"height\":2}")));
    assertThat(frame.output().toString())
        .contains("\"width\": 10, \"height\": 2, \"cells\": [[{\"x\": 0, \"y\": 0}")
        .contains("\"redraw\":false");
  }

  @Test
  void aScreenShowsWhatKeysEventsAndCommandsChange() {
    try (ToolChannel screen = stage.ainb("p").open("main", 10, 2)) {
      awaitShown(screen, "\"-\"");
      assertThat(screen.send(key("a"))).isTrue();
      awaitShown(screen, "\"a\"");
      stage.host().bus().publish("host", "t", new byte[] {'e', 'v'});
      awaitShown(screen, "\"ev\"");
      stage.plugin("p").tool("command/go").call(ToolCall.of(Json.parse("{\"payload\":7}")));
      screen.send(Json.parse("{\"type\":\"resize\",\"width\":33,\"height\":3}"));
      awaitShown(screen, "\"width\": 33");
      assertThat(stage.plugin("p").status().health().word()).isEqualTo("running");
    }
  }

  @Test
  void aFrameThatWantsMoreIsFollowedByTheNextUntilItDoesNot() {
    try (ToolChannel screen = stage.ainb("p").open("main", 10, 2)) {
      awaitShown(screen, "\"-\"");
      screen.send(key("r"));
      awaitShown(screen, "\"more0\"");
    }
  }

  @Test
  void aPluginMayAskToBeLeft() {
    try (ToolChannel screen = stage.ainb("p").open("main", 10, 2)) {
      awaitShown(screen, "\"-\"");
      screen.send(key("q"));
      awaitShown(screen, "close_request");
    }
    stage.plugin("p").tool("cli/x").call(ToolCall.of(Json.EMPTY_OBJECT));
    assertThat(stage.host().bus().retained()).isEmpty();
  }

  @Test
  void aFrameThatTakesTooLongLeavesThePluginWedgedUntilItReplies() {
    try (ToolChannel screen = stage.ainb("p").open("main", 10, 2)) {
      awaitShown(screen, "\"-\"");
      stage.host().bus().publish("host", "t", new byte[] {'h', 'a', 'n', 'g'});
      awaitShown(screen, "render exceeded 2000 ms");
      assertThat(stage.plugin("p").status().health().reason()).contains("render exceeded");
      stage.host().bus().publish("host", "go", new byte[0]);
      awaitShown(screen, "\"hang\"");
      assertThat(stage.plugin("p").status().health().reason()).isEmpty();
    }
    assertThat(stage.states("p")).containsExactly(PluginState.STARTING, PluginState.RUNNING);
  }

  @Test
  void aFrameOutOfRangeIsAnErrorAndTheConnectionIsKept() {
    try (ToolChannel screen = stage.ainb("p").open("main", 10, 2)) {
      awaitShown(screen, "\"-\"");
      stage.host().bus().publish("host", "t", new byte[] {'w', 'i', 'd', 'e'});
      awaitShown(screen, "\"type\":\"error\"");
      screen.send(key("b"));
      awaitShown(screen, "\"b\"");
    }
    assertThat(stage.states("p")).containsExactly(PluginState.STARTING, PluginState.RUNNING);
  }

  @Test
  void aScreenEndsWithTheReasonWhenItsPluginIsGone() {
    try (ToolChannel screen = stage.ainb("p").open("main", 10, 2)) {
      awaitShown(screen, "\"-\"");
      ProcessHandle.of(stage.plugin("p").status().pid().orElseThrow())
          .orElseThrow()
          .destroyForcibly();
      PluginException gone =
          catchThrowableOfType(PluginException.class, () -> awaitShown(screen, "never"));
      assertThat(gone).hasMessageContaining("plugin exited: killed by signal 9");
      assertThat(screen.send(key("a"))).isFalse();
    }
  }

  @Test
  void wrongMessagesToAScreenAreRefused() {
    try (ToolChannel screen = stage.ainb("p").open("main", 10, 2)) {
      for (String wrong :
          List.of(
              "{}",
              "7",
              "{\"type\":\"x\"}",
              "{\"type\":\"key\"}",
              "{\"type\":\"resize\",\"width\":-1,\"height\":1}",
              "{\"type\":\"key\",\"key\":{\"code\":{\"type\":\"insert\"}}}")) {
        PluginFailure failure =
            catchThrowableOfType(PluginFailure.class, () -> screen.send(Json.parse(wrong)));
        assertThat(failure).as(wrong).isNotNull();
        assertThat(failure.failure().code()).isEqualTo(FailureCode.INVALID_INPUT);
      }
    }
  }

  @Test
  void theCommandLineComesBackByteForByteWithItsExitCode() {
    CliReply reply = stage.ainb("p").cli("x", List.of("a", "b"), Optional.empty());
    assertThat(reply.stdout()).asString().isEqualTo("out a b");
    assertThat(reply.stderr()).containsExactly(0xff, 0, 'e', 'r', 'r');
    assertThat(reply.exitCode()).isEqualTo(2);
    ToolResult result =
        stage.plugin("p").tool("cli/x").call(ToolCall.of(Json.parse("{\"argv\":[\"a\"]}")));
    assertThat(result.ok()).isFalse();
    assertThat(result.status()).isEqualTo("exit 1");
    assertThat(result.output())
        .hasToString("{\"exit_code\":1,\"stdout\":\"out a\",\"stderr_base64\":\"/wBlcnI=\"}");
  }

  @Test
  void aToolThatIsNotThereAndInputThatIsNotRightAreSaid() {
    for (String tool : List.of("cli/y", "render/other", "command/stop", "nonsense")) {
      PluginFailure failure =
          catchThrowableOfType(
              PluginFailure.class,
              () -> stage.plugin("p").tool(tool).call(ToolCall.of(Json.EMPTY_OBJECT)));
      assertThat(failure.failure().code()).isEqualTo(FailureCode.TOOL_NOT_EXPOSED);
    }
    PluginFailure failure =
        catchThrowableOfType(
            PluginFailure.class,
            () -> stage.plugin("p").tool("cli/x").call(ToolCall.of(Json.parse("{\"argv\":[1]}"))));
    assertThat(failure.failure().code()).isEqualTo(FailureCode.INVALID_INPUT);
  }

  @Test
  void anErrorOfThePluginIsPassedUpUnchanged() throws Exception {
    stage.plugin("bare", "[provides]\nscreens = [\"s\"]\n", "plugin.serve()\n");
    PluginError error =
        catchThrowableOfType(PluginError.class, () -> stage.ainb("bare").render(1, 1));
    assertThat(error.code()).isEqualTo("-32601");
    assertThat(error.text()).isEqualTo("method not found: plugin/render");
  }
}
