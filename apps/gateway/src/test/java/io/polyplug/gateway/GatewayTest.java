package io.polyplug.gateway;

import static io.polyplug.gateway.GatewayStage.desk;
import static io.polyplug.gateway.GatewayStage.isError;
import static io.polyplug.gateway.GatewayStage.member;
import static io.polyplug.gateway.GatewayStage.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.host.HostEvent;
import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.wire.Call;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the gateway makes of the tools of plugins. */
class GatewayTest {
  private static final String SLOW =
      """
      [[plugin]]
      contract = "rune"
      id = "slow"
      command = "python3"
      args = ["slow.py"]
      env = { PATH = { from_env = "PATH" } }
      capabilities = ["tool.execute"]
      tools = ["wait"]
      timeout = "10m"
      handshake_timeout = "60s"
      """;

  @TempDir Path folder;

  @Test
  void everyToolHasANameATitleADescriptionAndASchema() throws Exception {
    try (GatewayStage stage = GatewayStage.of(folder, desk("desk", 1) + SLOW)) {
      assertThat(stage.names())
          .containsExactly(
              "desk_Desk_echo0",
              "desk_Desk_fail",
              "desk_Desk_exit",
              "desk_Desk_hang",
              "desk_Desk_count",
              "desk_Desk_shout",
              "slow_wait");
      Json count = stage.tools().get(4);
      assertThat(member(count, "title").stringValue()).isEqualTo("desk: Desk/count");
      assertThat(member(count, "description").stringValue()).startsWith("count it");
      assertThat(member(count, "inputSchema").toString())
          .contains("\"type\":\"object\"", "\"count\"");
    }
  }

  @Test
  void aUnaryToolAnswersAsTextAndAsItIs() throws Exception {
    try (GatewayStage stage = GatewayStage.of(folder, desk("desk", 1))) {
      Json result = stage.tool("desk_Desk_echo0", "{\"a\":1.50}");
      assertThat(text(result)).isEqualTo("{\"method\":\"echo0\",\"got\":{\"a\":1.5}}");
      assertThat(member(result, "structuredContent").toString()).contains("\"got\"");
      assertThat(isError(result)).isFalse();
    }
  }

  @Test
  void aStreamIsProgressAndTheCollectedResult() throws Exception {
    try (GatewayStage stage = GatewayStage.of(folder, desk("desk", 0))) {
      Json result =
          stage.call(
              McpMethods.TOOLS_CALL,
              "{\"name\":\"desk_Desk_count\",\"arguments\":{\"count\":3},"
                  + "\"_meta\":{\"progressToken\":\"p\"}}");
      assertThat(member(member(result, "structuredContent"), "items").toString())
          .isEqualTo("[{\"n\":1},{\"n\":2},{\"n\":3}]");
      List<String> told = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        told.add(stage.awaitNotification(McpMethods.PROGRESS).paramsOrEmpty().toString());
      }
      assertThat(told.getLast())
          .contains("\"progressToken\":\"p\"", "\"progress\":3", "{\\\"n\\\":3}");
    }
  }

  @Test
  void aChannelTakesAllMessagesAndGivesAllThatCameBack() throws Exception {
    try (GatewayStage stage = GatewayStage.of(folder, desk("desk", 0))) {
      Json result = stage.tool("desk_Desk_shout", "{\"messages\":[\"a\",\"b\"]}");
      assertThat(member(member(result, "structuredContent"), "items").toString())
          .isEqualTo("[{\"shout\":\"A\"},{\"shout\":\"B\"}]");
    }
  }

  @Test
  void whatThePluginCannotDoIsAResultThatSaysSo() throws Exception {
    try (GatewayStage stage = GatewayStage.of(folder, desk("desk", 0))) {
      Json refused = stage.tool("desk_Desk_fail", "{}");
      assertThat(isError(refused)).isTrue();
      assertThat(text(refused)).contains("out of ink");
      Json crashed = stage.tool("desk_Desk_exit", "{}");
      assertThat(isError(crashed)).isTrue();
      assertThat(text(crashed)).contains("exited with code 3");
      assertThat(isError(stage.tool("desk_Desk_count", "{}"))).isFalse();
    }
  }

  @Test
  void anUnknownToolAndAWrongShapeAreErrorsOfTheProtocol() throws Exception {
    try (GatewayStage stage = GatewayStage.of(folder, desk("desk", 0))) {
      RpcException unknown =
          catchThrowableOfType(RpcException.class, () -> stage.tool("nope", "{}"));
      assertThat(unknown.error().code()).isEqualTo(-32602);
      assertThat(unknown.error().message()).isEqualTo("Unknown tool: nope");
      RpcException shape =
          catchThrowableOfType(RpcException.class, () -> stage.tool("desk_Desk_shout", "{}"));
      assertThat(shape.error().message()).isEqualTo("arguments.messages is missing");
    }
  }

  @Test
  void cancellingACallEndsItsProcess() throws Exception {
    try (GatewayStage stage = GatewayStage.of(folder, SLOW)) {
      Call call = stage.begin("slow_wait", "{}");
      HostEvent said =
          GatewayStage.await(
              stage.events,
              it -> it instanceof HostEvent.LogLine line && line.text().startsWith("pid "));
      long pid = Long.parseLong(((HostEvent.LogLine) said).text().substring(4).strip());
      call.cancel();
      // One that has ended counts as alive until it is reaped, so this is all that can be asked.
      ProcessHandle.of(pid).ifPresent(it -> it.onExit().orTimeout(60, TimeUnit.SECONDS).join());
    }
  }

  @Test
  void pluginsThatComeAndGoChangeTheList() throws Exception {
    try (GatewayStage stage = GatewayStage.of(folder, desk("desk", 0))) {
      assertThat(stage.names()).hasSize(5);
      stage.reconfigure(desk("desk", 0) + desk("other", 0));
      stage.awaitNotification(McpMethods.TOOLS_CHANGED);
      assertThat(stage.names()).hasSize(10);
      stage.reconfigure(desk("other", 0));
      stage.awaitNotification(McpMethods.TOOLS_CHANGED);
      assertThat(stage.names()).hasSize(5).allMatch(it -> it.startsWith("other_"));
    }
  }

  @Test
  void onlyWhatMatchesIsOffered() throws Exception {
    try (GatewayStage stage = GatewayStage.of(folder, desk("desk", 12), "*_echo1*", "*count")) {
      assertThat(stage.names())
          .containsExactly(
              "desk_Desk_echo1", "desk_Desk_echo10", "desk_Desk_echo11", "desk_Desk_count");
      assertThat(catchThrowableOfType(RpcException.class, () -> stage.tool("desk_Desk_fail", "{}")))
          .hasMessageContaining("Unknown tool");
    }
  }

  @Test
  void aPluginThatCannotStartIsToldAndHoldsUpNobody() throws Exception {
    String broken =
        """
        [[plugin]]
        contract = "bowire"
        id = "broken"
        command = "python3"
        args = ["-c", "raise SystemExit(9)"]
        """;
    try (GatewayStage stage = GatewayStage.of(folder, desk("desk", 0) + broken)) {
      assertThat(stage.names()).hasSize(5);
      assertThat(GatewayStage.await(stage.problems, it -> true)).startsWith("broken: ");
    }
  }

  @Test
  void everyToolHasAPrompt() throws Exception {
    try (GatewayStage stage = GatewayStage.of(folder, SLOW)) {
      Json prompts = member(stage.call(McpMethods.PROMPTS_LIST, "{}"), "prompts");
      assertThat(JsonParts.elements(prompts)).hasSize(1);
      assertThat(prompts.toString()).contains("\"name\":\"slow_wait\"", "\"name\":\"args\"");
      Json prompt =
          stage.call(
              McpMethods.PROMPTS_GET, "{\"name\":\"slow_wait\",\"arguments\":{\"args\":\"tea\"}}");
      assertThat(prompt.toString()).contains("Call the tool slow_wait for this: tea");
    }
  }

  @Test
  void twoHundredToolsTakeFiftyCallsAtOnceWithCancellations() throws Exception {
    try (GatewayStage stage = GatewayStage.of(folder, desk("desk", 195))) {
      assertThat(stage.names()).hasSize(200);
      for (int round = 0; round < 20; round++) {
        Map<Integer, Call> wanted = new TreeMap<>();
        List<Call> unwanted = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
          int method = (round * 50 + i) % 195;
          if (i % 5 == 0) {
            unwanted.add(stage.begin("desk_Desk_hang", "{}"));
          } else {
            wanted.put(method, stage.begin("desk_Desk_echo" + method, "{\"i\":" + method + "}"));
          }
        }
        unwanted.forEach(Call::cancel);
        for (Map.Entry<Integer, Call> call : wanted.entrySet()) {
          assertThat(text(call.getValue().await())).contains("{\"i\":" + call.getKey() + "}");
        }
      }
      assertThat(stage.client.pendingCalls()).isZero();
    }
  }
}
